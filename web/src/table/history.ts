/** The score as it went, and who fell, read from the log's pictures. */
import type { LogLine, Model } from '../connection/vocabulary'

export interface RoundScore {
  round: number
  /** Gained in this round, by seat. */
  gained: [number, number]
  /** Together so far. */
  total: [number, number]
}

/** What each side scored in each round. What is scored before the first round counts to it. */
export function scoresByRound(log: readonly LogLine[]): RoundScore[] {
  const rounds: RoundScore[] = []
  const total: [number, number] = [0, 0]
  const open = (round: number) => rounds.push({ round, gained: [0, 0], total: [...total] })
  for (const line of log) {
    const shows = line.shows
    if (shows?.kind === 'stage' && shows.round !== undefined && shows.round !== rounds.at(-1)?.round) open(shows.round)
    if (shows?.kind !== 'score' || shows.seat === undefined) continue
    if (!rounds.length) open(1)
    const now = rounds.at(-1) as RoundScore
    const seat = shows.seat === 1 ? 1 : 0
    total[seat] += shows.amount ?? 0
    now.gained[seat] += shows.amount ?? 0
    now.total = [...total]
  }
  return rounds
}

/** How many pieces each side has lost. */
export function casualties(log: readonly LogLine[], models: readonly Model[]): [number, number] {
  const sides = new Map(models.map((model) => [model.key, model.side]))
  const lost: [number, number] = [0, 0]
  for (const line of log) {
    if (line.shows?.kind !== 'fall') continue
    for (const key of line.shows.who) {
      const side = line.shows.seat ?? sides.get(key)
      if (side === 0 || side === 1) lost[side] += 1
    }
  }
  return lost
}
