/** What happened, as beats to look at: the log's pictures, and how the table looked before them. Nothing of the rules is computed. */
import type { LogLine, Model, Picture, Point, View } from '../connection/vocabulary'

export type Speed = 'instant' | 'fast' | 'normal' | 'step'

/** How long one beat takes at each speed, in milliseconds; step by step nothing ends by itself. */
export const MILLIS: Record<Speed, number> = { instant: 0, fast: 300, normal: 700, step: 700 }

const WEIGHT: Record<Picture['kind'], number> = {
  move: 1.1,
  place: 0.5,
  attack: 0.8,
  harm: 0.9,
  heal: 0.8,
  fall: 1,
  leave: 0.8,
  gain: 0.6,
  lose: 0.4,
  act: 0.5,
  score: 1,
  stage: 1.3,
  reveal: 0.9,
}
const A_ROLL = 1.3

/** How much there is to look at in a line; 0 for one that is only read. */
export function weightOf(line: LogLine): number {
  if (line.dice?.faces.length) return A_ROLL
  return line.shows ? WEIGHT[line.shows.kind] : 0
}

/** The long road home: when much is left to be shown to somebody who is asked something, the picture hurries. */
export function hurry(waiting: number): number {
  return waiting > 60 ? 0.15 : waiting > 30 ? 0.4 : waiting > 16 ? 0.7 : 1
}

export const placeOf = (model: Model): Point => model.at ?? [model.x, model.y]

function stand(model: Model, at: readonly number[] | undefined): void {
  if (!at) return
  const point: Point = [at[0] ?? 0, at[1] ?? 0]
  if (model.at) model.at = point
  else {
    model.x = point[0]
    model.y = point[1]
  }
}

/** What the lines before its fall say that a piece had left. */
function leftBefore(key: string, ...parts: (readonly LogLine[])[]): number | undefined {
  const tells = (line: LogLine) => (line.shows?.kind === 'harm' || line.shows?.kind === 'heal') && line.shows.who.includes(key)
  return parts.map((lines) => lines.findLast(tells)?.shows?.left).find((left) => left !== undefined)
}

/** Take one line back on copies of the pieces; `earlier` are the lines before it that are still to be shown, `told` those that were. */
function undo(line: LogLine, earlier: readonly LogLine[], pieces: Map<string, Model>, known: ReadonlyMap<string, Model>, told: readonly LogLine[]): void {
  const shows = line.shows
  if (!shows) return
  shows.who.forEach((key, i) => {
    let model = pieces.get(key)
    if (!model && (shows.kind === 'fall' || shows.kind === 'leave')) {
      const seen = known.get(key)
      if (!seen) return
      model = { ...seen, on_table: false }
      pieces.set(key, model)
    }
    if (!model) return
    const path = shows.paths?.[i]
    switch (shows.kind) {
      case 'move':
        stand(model, path?.[0])
        break
      case 'place': {
        const move = earlier.findLast((one) => one.shows?.kind === 'move' && one.shows.who.includes(key))
        if (move?.shows) stand(model, move.shows.paths?.[move.shows.who.indexOf(key)]?.at(-1))
        else model.on_table = false
        break
      }
      case 'fall':
      case 'leave':
        model.on_table = true
        stand(model, path?.at(-1))
        model.wounds = Math.max(model.wounds, leftBefore(key, earlier, told) ?? known.get(key)?.wounds ?? 0)
        break
      case 'harm':
        if (shows.left !== undefined) model.wounds = Math.min(model.max_wounds, shows.left + (shows.amount ?? 0))
        break
      case 'heal':
        if (shows.left !== undefined) model.wounds = Math.max(0, shows.left - (shows.amount ?? 0))
        break
      case 'gain':
        model.status = model.status.filter((one) => one.key !== shows.state)
        break
    }
  })
}

/** Where on the table a line happens: everybody it is about, and the ways they go. */
export function scenes(line: LogLine, models: readonly Model[]): Point[] {
  const keys = new Set([...line.about, ...(line.shows?.who ?? []), ...(line.shows?.whom ?? [])])
  const paths = (line.shows?.paths ?? []).flat().map((point): Point => [point[0] ?? 0, point[1] ?? 0])
  return [...models.filter((model) => model.on_table && keys.has(model.key)).map(placeOf), ...paths]
}

/** The round that a part of the log has come to. */
export const roundOf = (lines: readonly LogLine[]): number | undefined => lines.findLast((line) => line.shows?.kind === 'stage' && line.shows.round !== undefined)?.shows?.round

/** The table as it was before these lines, worked out backwards from how it is now. */
export function before(view: View, lines: readonly LogLine[], known: ReadonlyMap<string, Model>, told: readonly LogLine[] = []): View {
  if (!lines.some((line) => line.shows)) return view
  const pieces = new Map(view.models.map((model) => [model.key, { ...model }]))
  for (let i = lines.length - 1; i >= 0; i--) undo(lines[i] as LogLine, lines.slice(0, i), pieces, known, told)
  const scored = (seat: number) => lines.reduce((sum, line) => sum + (line.shows?.kind === 'score' && line.shows.seat === seat ? (line.shows.amount ?? 0) : 0), 0)
  return { ...view, models: [...pieces.values()], players: view.players.map((player) => (typeof player.score === 'number' ? { ...player, score: player.score - scored(player.seat) } : player)) }
}

/** A point so far along a path: 0 is its start, 1 its end. */
export function along(path: readonly (readonly number[])[], share: number): Point {
  const points = path.map((point): Point => [point[0] ?? 0, point[1] ?? 0])
  const lengths = points.slice(1).map((point, i) => Math.hypot(point[0] - (points[i] as Point)[0], point[1] - (points[i] as Point)[1]))
  let left = lengths.reduce((sum, one) => sum + one, 0) * Math.min(1, Math.max(0, share))
  for (let i = 0; i < lengths.length; i++) {
    const length = lengths[i] as number
    const [ax, ay] = points[i] as Point
    const [bx, by] = points[i + 1] as Point
    if (left <= length && length > 0) return [ax + ((bx - ax) * left) / length, ay + ((by - ay) * left) / length]
    left -= length
  }
  return points.at(-1) ?? [0, 0]
}

export interface Trail {
  index: number
  key: string
  points: Point[]
}

/** The moves of whoever acted last, up to a line: marked as on a chess board. Of a side that `sideOf` tells all moves, where it moves several one after the other. */
export function lastTrails(log: readonly LogLine[], until: number, sideOf: (key: string) => number = () => -1): Trail[] {
  let last = -1
  for (let i = Math.min(until, log.length) - 1; i >= 0; i--) {
    if (log[i]?.shows?.kind === 'move') {
      last = i
      break
    }
  }
  if (last < 0) return []
  const found: Trail[] = []
  const movers = new Set((log[last] as LogLine).shows?.who)
  const sides = new Set([...movers].map(sideOf).filter((side) => side >= 0))
  const same = (key: string) => movers.has(key) || sides.has(sideOf(key))
  for (let i = last; i >= 0; i--) {
    const shows = log[i]?.shows
    if (!shows) continue
    if (shows.kind === 'stage' || (shows.kind === 'move' && !shows.who.some(same))) break
    if (shows.kind === 'move') shows.who.forEach((key, j) => found.unshift({ index: i, key, points: (shows.paths?.[j] ?? []) as Point[] }))
    if (shows.kind === 'act') break
  }
  return found
}

export interface Fallen {
  index: number
  key: string
  /** Where it fell; null where the event does not say: then it is where it stood last. */
  at: Point | null
  text: string
}

/** Where pieces fell since the round began, up to a line. */
export function fallen(log: readonly LogLine[], until: number): Fallen[] {
  const found: Fallen[] = []
  for (let i = Math.min(until, log.length) - 1; i >= 0; i--) {
    const line = log[i] as LogLine
    if (line.shows?.kind === 'stage') break
    if (line.shows?.kind !== 'fall') continue
    line.shows.who.forEach((key, j) => {
      const at = line.shows?.paths?.[j]?.at(-1)
      found.unshift({ index: i, key, at: at ? [at[0] ?? 0, at[1] ?? 0] : null, text: line.text })
    })
  }
  return found
}

/** Where the last turn begins: what happened since this person acted, or since somebody's turn began. */
export function lastTurn(log: readonly LogLine[], newsFrom: number): number {
  if (log.slice(newsFrom).some((line) => weightOf(line) > 0)) return newsFrom
  for (let i = log.length - 1; i >= 0; i--) {
    const kind = log[i]?.shows?.kind
    if (kind === 'act' || kind === 'stage') return i
  }
  return Math.max(0, log.length - 20)
}
