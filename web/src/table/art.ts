/** Terrain drawn as what it is: our own shapes, seeded by the piece's name and place so that a map always looks the same. */
import type { Point } from '../connection/vocabulary'

export interface Layer {
  /** What it is painted with: a class of the ground's styles. */
  paint: 'shadow' | 'dark' | 'light' | 'line' | 'fine' | 'leaf' | 'leaf-light' | 'wave' | 'stone' | 'stone-light' | 'wood' | 'roof' | 'glint' | 'furrow' | 'metal'
  d: string
}

type Chance = () => number

/** A small generator of chance: the same seed, the same numbers. */
export function seeded(text: string): Chance {
  let state = 2166136261
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const n = (value: number) => Math.round(value * 100) / 100
const line = (a: Point, b: Point) => `M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`
const disc = (x: number, y: number, r: number) => `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`
const box = (x: number, y: number, w: number, h: number) => `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}z`
const outline = (points: readonly Point[]) => `M${points.map((p) => `${n(p[0])} ${n(p[1])}`).join('L')}z`

interface Ground {
  points: readonly Point[]
  x: number
  y: number
  w: number
  h: number
  middle: Point
  /** A length that looks like an inch. */
  s: number
  chance: Chance
}

function inside(points: readonly Point[], x: number, y: number): boolean {
  let within = false
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [ax, ay] = points[i] as Point
    const [bx, by] = points[j] as Point
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within
  }
  return within
}

/** Places inside, at least so far from one another and from the rim. */
function scattered(ground: Ground, most: number, apart: number, rim: number): Point[] {
  const found: Point[] = []
  for (let tries = 0; tries < most * 12 && found.length < most; tries++) {
    const x = ground.x + ground.w * ground.chance()
    const y = ground.y + ground.h * ground.chance()
    if (![[rim, 0], [-rim, 0], [0, rim], [0, -rim]].every(([dx, dy]) => inside(ground.points, x + (dx as number), y + (dy as number)))) continue
    if (found.some((p) => Math.hypot(p[0] - x, p[1] - y) < apart)) continue
    found.push([x, y])
  }
  return found.sort((a, b) => a[1] - b[1])
}

const shrunk = (ground: Ground, share: number): Point[] => ground.points.map(([x, y]) => [ground.middle[0] + (x - ground.middle[0]) * share, ground.middle[1] + (y - ground.middle[1]) * share])

function trees(ground: Ground): Layer[] {
  const { s, chance } = ground
  const places = scattered(ground, Math.max(3, Math.min(46, Math.round((ground.w * ground.h) / (s * s * 0.85)))), 0.75 * s, 0.42 * s)
  const sizes = places.map(() => (0.42 + 0.22 * chance()) * s)
  const at = (i: number) => places[i] as Point
  return [
    { paint: 'shadow', d: sizes.map((r, i) => disc(at(i)[0] + 0.13 * s, at(i)[1] + 0.16 * s, r)).join('') },
    { paint: 'leaf', d: sizes.map((r, i) => disc(at(i)[0], at(i)[1], r)).join('') },
    { paint: 'leaf-light', d: sizes.map((r, i) => disc(at(i)[0] - r * 0.25, at(i)[1] - r * 0.28, r * 0.5)).join('') },
  ]
}

function bushes(points: readonly Point[], s: number, chance: Chance): Layer[] {
  const blobs: [number, number, number][] = []
  for (let i = 1; i < points.length; i++) {
    const [ax, ay] = points[i - 1] as Point
    const [bx, by] = points[i] as Point
    const length = Math.hypot(bx - ax, by - ay)
    for (let at = 0; at <= length; at += 0.34 * s) blobs.push([ax + ((bx - ax) * at) / length + (chance() - 0.5) * 0.12 * s, ay + ((by - ay) * at) / length + (chance() - 0.5) * 0.12 * s, (0.24 + 0.1 * chance()) * s])
  }
  return [
    { paint: 'shadow', d: blobs.map(([x, y, r]) => disc(x + 0.1 * s, y + 0.12 * s, r)).join('') },
    { paint: 'leaf', d: blobs.map(([x, y, r]) => disc(x, y, r)).join('') },
    { paint: 'leaf-light', d: blobs.map(([x, y, r]) => disc(x - r * 0.25, y - r * 0.25, r * 0.45)).join('') },
  ]
}

function waves(ground: Ground): Layer[] {
  const { s } = ground
  const places = scattered(ground, Math.round((ground.w * ground.h) / (s * s * 1.3)), 0.8 * s, 0.3 * s)
  return [
    { paint: 'light', d: outline(shrunk(ground, 0.86)) },
    { paint: 'wave', d: places.map(([x, y]) => `M${n(x - 0.3 * s)} ${n(y)}q${n(0.15 * s)} ${n(-0.14 * s)} ${n(0.3 * s)} 0t${n(0.3 * s)} 0`).join('') },
  ]
}

function stones(ground: Ground, dense = 1): Layer[] {
  const { s, chance } = ground
  const places = scattered(ground, Math.round(((ground.w * ground.h) / (s * s)) * 1.5 * dense), 0.34 * s, 0.16 * s)
  const stone = ([x, y]: Point, r: number) => {
    const turn = chance() * 6.28
    const corners = [0, 1, 2, 3, 4].map((i): Point => [x + Math.cos(turn + i * 1.26) * r * (0.7 + 0.5 * chance()), y + Math.sin(turn + i * 1.26) * r * (0.7 + 0.5 * chance())])
    return outline(corners)
  }
  const drawn = places.map((place) => stone(place, (0.1 + 0.14 * chance()) * s))
  return [
    { paint: 'stone', d: drawn.filter((_, i) => i % 2).join('') },
    { paint: 'stone-light', d: drawn.filter((_, i) => i % 2 === 0).join('') },
  ]
}

/** Lines across a piece, along its longer side or across it. */
function ruled(ground: Ground, step: number, across: boolean): string {
  const { x, y, w, h } = ground
  const upright = across === w >= h
  const drawn: string[] = []
  const length = upright ? w : h
  const count = Math.max(1, Math.round(length / step))
  for (let i = 1; i < count; i++) {
    const at = (length * i) / count
    drawn.push(upright ? line([x + at, y], [x + at, y + h]) : line([x, y + at], [x + w, y + at]))
  }
  return drawn.join('')
}

function building(ground: Ground): Layer[] {
  const { x, y, w, h, s } = ground
  const wide = w >= h
  const ridge = wide ? line([x + h / 2, y + h / 2], [x + w - h / 2, y + h / 2]) : line([x + w / 2, y + w / 2], [x + w / 2, y + h - w / 2])
  const half = Math.min(w, h) / 2
  const hips = [line([x, y], [x + half, y + half]), line([x + w, y], [x + w - half, y + half]), line([x, y + h], [x + half, y + h - half]), line([x + w, y + h], [x + w - half, y + h - half])].join('')
  const shade = wide ? `M${n(x)} ${n(y + h)}L${n(x + half)} ${n(y + half)}H${n(x + w - half)}L${n(x + w)} ${n(y + h)}z` : `M${n(x + w)} ${n(y)}L${n(x + w - half)} ${n(y + half)}V${n(y + h - half)}L${n(x + w)} ${n(y + h)}z`
  return [
    { paint: 'roof', d: outline(ground.points) },
    { paint: 'fine', d: ruled(ground, 0.4 * s, false) },
    { paint: 'shadow', d: shade },
    { paint: 'line', d: ridge + hips },
  ]
}

function crates(ground: Ground): Layer[] {
  const { x, y, w, h, s, chance } = ground
  const columns = Math.max(1, Math.round(w / (0.75 * s)))
  const rows = Math.max(1, Math.round(h / (0.75 * s)))
  const cells: string[] = []
  const bands: string[] = []
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const [cx, cy, cw, ch] = [x + (w * i) / columns, y + (h * j) / rows, w / columns, h / rows]
      const pad = (0.05 + 0.04 * chance()) * s
      cells.push(box(cx + pad, cy + pad, cw - 2 * pad, ch - 2 * pad))
      if (chance() < 0.7) bands.push(line([cx + pad, cy + pad], [cx + cw - pad, cy + ch - pad]) + line([cx + cw - pad, cy + pad], [cx + pad, cy + ch - pad]))
      else bands.push(line([cx + pad, cy + ch / 2], [cx + cw - pad, cy + ch / 2]))
    }
  }
  return [
    { paint: 'wood', d: cells.join('') },
    { paint: 'fine', d: cells.join('') + bands.join('') },
  ]
}

function barrels(ground: Ground): Layer[] {
  const { s, chance } = ground
  const places = scattered(ground, Math.max(2, Math.round((ground.w * ground.h) / (s * s * 0.2))), 0.42 * s, 0.2 * s)
  const sizes = places.map(() => (0.2 + 0.03 * chance()) * s)
  const rings = (share: number) => places.map(([x, y], i) => disc(x, y, (sizes[i] as number) * share)).join('')
  return [
    { paint: 'shadow', d: places.map(([x, y], i) => disc(x + 0.08 * s, y + 0.1 * s, sizes[i] as number)).join('') },
    { paint: 'metal', d: rings(1) },
    { paint: 'fine', d: rings(1) + rings(0.62) },
  ]
}

function pipes(ground: Ground): Layer[] {
  const wide = ground.w >= ground.h
  const across = wide ? ground.h : ground.w
  const count = Math.max(2, Math.round(across / (0.3 * ground.s)))
  const drawn: string[] = []
  for (let i = 0; i < count; i++) {
    const at = (across * (i + 0.15)) / count
    const thick = (across / count) * 0.7
    drawn.push(wide ? box(ground.x, ground.y + at, ground.w, thick) : box(ground.x + at, ground.y, thick, ground.h))
  }
  return [
    { paint: 'metal', d: drawn.join('') },
    { paint: 'fine', d: drawn.join('') + ruled(ground, 1.6 * ground.s, true) },
  ]
}

function rings(ground: Ground, shares: readonly number[]): string {
  return shares.map((share) => outline(shrunk(ground, share))).join('')
}

function crater(ground: Ground): Layer[] {
  const { chance, s } = ground
  const holes = scattered(ground, Math.max(1, Math.min(5, Math.round((ground.w * ground.h) / (s * s * 5)))), 1.2 * s, 0.5 * s)
  const sizes = holes.map(() => (0.45 + 0.35 * chance()) * s)
  return [
    { paint: 'stone', d: holes.map(([x, y], i) => disc(x, y, sizes[i] as number)).join('') },
    { paint: 'shadow', d: holes.map(([x, y], i) => disc(x + 0.05 * s, y + 0.06 * s, (sizes[i] as number) * 0.72)).join('') },
    { paint: 'fine', d: holes.map(([x, y], i) => disc(x, y, (sizes[i] as number) * 1.15)).join('') },
  ]
}

function carriage(ground: Ground): Layer[] {
  const { x, y, w, h, s } = ground
  const wide = w >= h
  const panes: string[] = []
  const length = wide ? w : h
  for (let at = 0.5 * s; at < length - 0.4 * s; at += 0.9 * s) {
    panes.push(wide ? box(x + at, y + 0.12 * h, 0.5 * s, 0.16 * h) + box(x + at, y + 0.72 * h, 0.5 * s, 0.16 * h) : box(x + 0.12 * w, y + at, 0.16 * w, 0.5 * s) + box(x + 0.72 * w, y + at, 0.16 * w, 0.5 * s))
  }
  return [
    { paint: 'metal', d: outline(ground.points) },
    { paint: 'glint', d: panes.join('') },
    { paint: 'line', d: outline(shrunk(ground, 0.94)) },
  ]
}

/** Small houses with roofs, for a hex of a village. */
function village(ground: Ground): Layer[] {
  const { s, chance } = ground
  const places = scattered(ground, 4, 0.95 * s, 0.5 * s)
  const roofs: string[] = []
  const shades: string[] = []
  const ridges: string[] = []
  for (const [x, y] of places) {
    const wide = chance() < 0.5
    const [w, h] = wide ? [0.95 * s, 0.62 * s] : [0.62 * s, 0.95 * s]
    roofs.push(box(x - w / 2, y - h / 2, w, h))
    shades.push(wide ? box(x - w / 2, y, w, h / 2) : box(x, y - h / 2, w / 2, h))
    ridges.push(wide ? line([x - w / 2, y], [x + w / 2, y]) : line([x, y - h / 2], [x, y + h / 2]))
  }
  return [
    { paint: 'roof', d: roofs.join('') },
    { paint: 'shadow', d: shades.join('') },
    { paint: 'line', d: roofs.join('') + ridges.join('') },
  ]
}

const ART: Record<string, (ground: Ground) => Layer[]> = {
  woods: trees,
  hedge: (ground) => {
    const { x, y, w, h, s } = ground
    if (w > 1.4 * s && h > 1.4 * s) return [...bushes([[x + 0.2 * s, y + 0.3 * s], [x + w - 0.2 * s, y + 0.3 * s]], s, ground.chance), ...bushes([[x + 0.2 * s, y + h - 0.3 * s], [x + w - 0.2 * s, y + h - 0.3 * s]], s, ground.chance)]
    return bushes(w >= h ? [[x + 0.1 * s, y + h / 2], [x + w - 0.1 * s, y + h / 2]] : [[x + w / 2, y + 0.1 * s], [x + w / 2, y + h - 0.1 * s]], s, ground.chance)
  },
  water: waves,
  crater,
  rubble: (ground) => stones(ground),
  ruin: (ground) => [{ paint: 'fine', d: ruled(ground, 0.8 * ground.s, true) + ruled(ground, 0.8 * ground.s, false) }, ...stones(ground, 0.35), { paint: 'line', d: rings(ground, [0.97]) }],
  wall: (ground) => [{ paint: 'stone', d: outline(ground.points) }, { paint: 'fine', d: ruled(ground, 0.5 * ground.s, true) }],
  crates,
  container: (ground) => [{ paint: 'metal', d: outline(ground.points) }, { paint: 'fine', d: ruled(ground, 0.28 * ground.s, true) }, { paint: 'line', d: rings(ground, [0.93]) }],
  road: (ground) => [{ paint: 'light', d: outline(ground.points) }],
  hill: (ground) => [{ paint: 'light', d: outline(shrunk(ground, 0.72)) }, { paint: 'fine', d: rings(ground, [0.86, 0.72, 0.5]) }],
  building,
  barrels,
  pipes,
  bunker: (ground) => [{ paint: 'stone', d: outline(ground.points) }, { paint: 'stone-light', d: outline(shrunk(ground, 0.74)) }, { paint: 'line', d: rings(ground, [0.74]) + ruled(ground, Math.max(ground.w, ground.h), true) }],
  rails: (ground) => [{ paint: 'metal', d: outline(ground.points) }, { paint: 'fine', d: ruled(ground, 0.4 * ground.s, true) + ruled(ground, 0.4 * ground.s, false) }],
  carriage,
  glass: (ground) => [{ paint: 'glint', d: outline(ground.points) }, { paint: 'fine', d: ruled(ground, 0.7 * ground.s, true) }],
  field: (ground) => [{ paint: 'furrow', d: ruled(ground, 0.45 * ground.s, false) }],
}

/** How far a rectangle is turned, in degrees; 0 for one that lies straight, and for any other shape. */
export function turnOf(points: readonly Point[]): number {
  if (points.length !== 4) return 0
  const [[ax, ay], [bx, by]] = points as [Point, Point]
  const degrees = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI
  const off = ((degrees % 90) + 90) % 90
  return off < 1 || off > 89 ? 0 : off
}

/** Turned about a point, by degrees. */
export function turned(points: readonly Point[], [cx, cy]: Point, degrees: number): Point[] {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return points.map(([x, y]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos])
}

/** The layers of a piece of ground, from the ground up. `points` as drawn; `s`: a length that looks like an inch. */
export function artOf(look: string, points: readonly Point[], seed: string, s: number): Layer[] {
  const draw = ART[look]
  if (!draw || points.length < 3) return []
  const xs = points.map((p) => p[0])
  const ys = points.map((p) => p[1])
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const [w, h] = [Math.max(...xs) - x, Math.max(...ys) - y]
  return draw({ points, x, y, w, h, middle: [x + w / 2, y + h / 2], s, chance: seeded(seed) }).filter((layer) => layer.d)
}

/** A free-standing line: a wall, a hedge, a fence, pipes. */
export function artOfLine(look: string, points: readonly Point[], seed: string, s: number): Layer[] {
  if (look === 'hedge') return bushes(points, s, seeded(seed))
  return []
}

/** The art of a hex: some things look different when they fill a hex of a board. */
export function artOfHex(look: string, corners: readonly Point[], seed: string): Layer[] {
  const s = 0.42
  const xs = corners.map((p) => p[0])
  const ys = corners.map((p) => p[1])
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const ground: Ground = { points: corners, x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y, middle: [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2], s, chance: seeded(seed) }
  if (look === 'building') return village(ground)
  if (look === 'hedge') {
    const [, b, c, , e, f] = corners.map(([cx, cy]): Point => [ground.middle[0] + (cx - ground.middle[0]) * 0.8, ground.middle[1] + (cy - ground.middle[1]) * 0.8])
    return bushes([b as Point, c as Point], s, ground.chance).concat(bushes([e as Point, f as Point], s, ground.chance))
  }
  if (look === 'hill') return [{ paint: 'fine', d: rings(ground, [0.84, 0.6, 0.36]) }, { paint: 'light', d: outline(shrunk(ground, 0.36)) }]
  if (look === 'bunker') return [{ paint: 'stone', d: outline(shrunk(ground, 0.62)) }, { paint: 'stone-light', d: outline(shrunk(ground, 0.42)) }, { paint: 'line', d: rings(ground, [0.62, 0.42]) }]
  if (look === 'crater') return [{ paint: 'stone', d: `M${n(x + 0.25)} ${n(ground.middle[1] + 0.1)}l.4-.3.4.3.4-.3.3.3v.22l-.3-.3-.4.3-.4-.3-.4.3z` }, { paint: 'line', d: `M${n(x + 0.25)} ${n(ground.middle[1] + 0.1)}l.4-.3.4.3.4-.3.3.3` }]
  if (look === 'field') return [{ paint: 'furrow', d: [0.3, 0.5, 0.7].map((at) => line([x + 0.3, y + ground.h * at], [x + ground.w - 0.3, y + ground.h * (at - 0.06)])).join('') }]
  if (look === 'road') return []
  return (ART[look] ?? (() => []))(ground)
}
