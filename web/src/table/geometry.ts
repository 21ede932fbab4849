/** From table units to the drawing and back. The table has y to the north; the screen has y downward. */
import type { Point, Table } from '../connection/vocabulary'

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

const ROOT3 = Math.sqrt(3)

/** Where things are drawn. `flipped` turns the table by half a turn, so that the other player sits at the bottom. */
export class Projection {
  readonly width: number
  readonly height: number

  constructor(
    readonly table: Table,
    readonly flipped: boolean,
  ) {
    if (table.kind === 'hexes') {
      const columns = Math.max(1, ...table.hexes.map((hex) => hex.at[0] + 1))
      const rows = Math.max(1, ...table.hexes.map((hex) => hex.at[1] + 1))
      this.width = ROOT3 * (columns + (rows > 1 ? 0.5 : 0))
      this.height = 1.5 * rows + 0.5
    } else {
      this.width = table.width
      this.height = table.depth
    }
  }

  /** A point in table units, drawn. */
  at(x: number, y: number): Point {
    return this.flipped ? [this.width - x, y] : [x, this.height - y]
  }

  /** A drawn point in table units, to a thousandth. */
  from(x: number, y: number): Point {
    const [tx, ty] = this.flipped ? [this.width - x, y] : [x, this.height - y]
    return [Math.round(tx * 1000) / 1000, Math.round(ty * 1000) / 1000]
  }

  /** The drawn centre of a hex (column, row): pointy top, odd rows shifted east, row 0 in the north. */
  hex(column: number, row: number): Point {
    const x = ROOT3 * (column + 0.5 + (row & 1 ? 0.5 : 0))
    const y = 1.5 * row + 1
    return this.flipped ? [this.width - x, this.height - y] : [x, y]
  }

  /** The hex under a drawn point, or null when there is none. */
  hexUnder(x: number, y: number): Point | null {
    let best: Point | null = null
    let nearest = 1.0
    for (const cell of this.table.hexes) {
      const [cx, cy] = this.hex(cell.at[0], cell.at[1])
      const away = Math.hypot(cx - x, cy - y)
      if (away < nearest) {
        nearest = away
        best = cell.at
      }
    }
    return best
  }

  /** The drawn place of anything the view mentions: a free point or a hex. */
  place(thing: { x?: number; y?: number; at?: Point }): Point {
    if (thing.at) return this.hex(thing.at[0], thing.at[1])
    return this.at(thing.x ?? 0, thing.y ?? 0)
  }

  polygon(points: readonly (readonly number[])[]): string {
    return points.map(([x, y]) => this.at(x ?? 0, y ?? 0).map(short).join(',')).join(' ')
  }
}

/** The six hexes around one (pointy-top, odd-r). */
export function hexesAround([c, r]: Point): Point[] {
  const odd = r & 1
  return [
    [c + 1, r],
    [c + odd, r - 1],
    [c - 1 + odd, r - 1],
    [c - 1, r],
    [c - 1 + odd, r + 1],
    [c + odd, r + 1],
  ]
}

/** Where a road leaves a hex, as drawn: toward every road beside it; where it comes from one side only it leads on, off the tile. */
export function roadEnds(at: Point, isRoad: (near: Point) => boolean, centreOf: (hex: Point) => Point): Point[] {
  const [x, y] = centreOf(at)
  const ends = hexesAround(at).filter(isRoad).map((near): Point => {
    const [nx, ny] = centreOf(near)
    return [short((x + nx) / 2), short((y + ny) / 2)]
  })
  const [only] = ends
  return only && ends.length === 1 ? [only, [short(x + (x - only[0]) * 0.9), short(y + (y - only[1]) * 0.9)]] : ends
}

export function besides(a: Point, b: Point): boolean {
  return hexesAround(a).some(([c, r]) => c === b[0] && r === b[1])
}

/** The six corners of a pointy-top hex around a drawn centre. */
export function hexCorners([cx, cy]: Point, radius = 1): string {
  const corners: string[] = []
  for (let i = 0; i < 6; i++) {
    const angle = (Math.PI / 180) * (60 * i - 90)
    corners.push(`${short(cx + radius * Math.cos(angle))},${short(cy + radius * Math.sin(angle))}`)
  }
  return corners.join(' ')
}

export function short(value: number): number {
  return Math.round(value * 1000) / 1000
}

export function centroid(points: readonly Point[]): Point {
  let x = 0
  let y = 0
  for (const point of points) {
    x += point[0]
    y += point[1]
  }
  return [x / Math.max(1, points.length), y / Math.max(1, points.length)]
}

/** The box of a polygon, for fitting a label into it. */
export function boundsOf(points: readonly Point[]): Box {
  const xs = points.map((p) => p[0])
  const ys = points.map((p) => p[1])
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y }
}

/** The view box zoomed by `factor` around a point that stays where it is, within sensible limits. */
export function zoomed(box: Box, whole: Box, factor: number, about: Point): Box {
  const w = Math.min(Math.max(whole.w, whole.h) * 2.4, Math.max(whole.w / 24, box.w / factor))
  const real = w / box.w
  const h = box.h * real
  return kept({ x: about[0] - (about[0] - box.x) * real, y: about[1] - (about[1] - box.y) * real, w, h }, whole)
}

/** A view box that stays over the table, give or take a margin: nobody gets lost in the void. */
export function kept(box: Box, whole: Box): Box {
  const margin = 0.1 * Math.max(whole.w, whole.h)
  const held = (at: number, size: number, from: number, length: number) => {
    const one = from - margin
    const other = from + length + margin - size
    return Math.min(Math.max(one, other), Math.max(Math.min(one, other), at))
  }
  return { x: held(box.x, box.w, whole.x, whole.w), y: held(box.y, box.h, whole.y, whole.h), w: box.w, h: box.h }
}

export interface Screen {
  w: number
  h: number
}

/** The smallest box of the screen's proportions around the whole table; names of zones stand in the margin (pixels). */
export function fitted(whole: Box, screen: Screen, margin = 18): Box {
  const room = (length: number) => Math.max(length / 2, length - 2 * margin)
  const unit = Math.max(whole.w / Math.max(1, room(screen.w)), whole.h / Math.max(1, room(screen.h)))
  return {
    x: whole.x + (whole.w - screen.w * unit) / 2,
    y: whole.y + (whole.h - screen.h * unit) / 2,
    w: screen.w * unit,
    h: screen.h * unit,
  }
}

/** The shortest lines that join all points, each to the nearest of those already joined. */
export function joined(points: readonly Point[]): [Point, Point][] {
  const lines: [Point, Point][] = []
  const open = new Set(points.keys())
  open.delete(0)
  const nearest = points.map((): number => 0)
  const away = (a: number, b: number) => Math.hypot((points[a] as Point)[0] - (points[b] as Point)[0], (points[a] as Point)[1] - (points[b] as Point)[1])
  while (open.size) {
    const next = [...open].reduce((best, one) => (away(one, nearest[one] as number) < away(best, nearest[best] as number) ? one : best))
    lines.push([points[nearest[next] as number] as Point, points[next] as Point])
    open.delete(next)
    for (const one of open) if (away(one, next) < away(one, nearest[one] as number)) nearest[one] = next
  }
  return lines
}

/** Less than this is no move. */
const A_MOVE = 0.05

/** A way that leads nowhere and turns nobody. */
export const staysAt = (way: readonly (readonly number[])[], [x, y]: Point): boolean =>
  way.every((point) => point.length < 3 && Math.hypot((point[0] ?? 0) - x, (point[1] ?? 0) - y) < A_MOVE)
