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
    if (shows?.kind !== 'score' || (shows.seat !== 0 && shows.seat !== 1)) continue
    if (!rounds.length) open(1)
    const now = rounds.at(-1) as RoundScore
    total[shows.seat] += shows.amount ?? 0
    now.gained[shows.seat] += shows.amount ?? 0
    now.total = [...total]
  }
  return rounds
}

/** The round in which a step was played; 0 before the first. */
export function roundAt(log: readonly LogLine[], step: number): number {
  return log.findLast((line) => line.step <= step && line.shows?.kind === 'stage' && line.shows.round !== undefined)?.shows?.round ?? 0
}

/** How many pieces each side has lost by the end of each round. */
export function lossesByRound(log: readonly LogLine[], models: readonly Model[]): RoundScore[] {
  const sides = new Map(models.map((model) => [model.key, model.side]))
  return scoresByRound(
    log.flatMap((line) => {
      if (line.shows?.kind === 'score') return []
      if (line.shows?.kind !== 'fall') return [line]
      return line.shows.who.map((key): LogLine => ({ ...line, shows: { kind: 'score', who: [], seat: line.shows?.seat ?? sides.get(key) ?? -1, amount: 1 } }))
    }),
  )
}
