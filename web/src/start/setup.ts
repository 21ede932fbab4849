/** From what was picked on the start page to the wish sent to the server. */
import type { GameWanted, RulebookShown, SeatWanted } from '../connection/vocabulary'

export type Opponent = 'bot' | 'screen' | 'friend'

export function seatsFor(opponent: Opponent, mine: 0 | 1, level: string, name: string): [SeatWanted, SeatWanted] {
  const me: SeatWanted = { kind: 'human', level: null, name: name || null }
  const other: SeatWanted =
    opponent === 'bot'
      ? { kind: 'bot', level, name: null }
      : opponent === 'friend'
        ? { kind: 'friend', level: null, name: null }
        : { kind: 'human', level: null, name: null }
  return mine === 0 ? [me, other] : [other, me]
}

/** The quick game: the rulebook's own defaults, the person on the first seat. */
export function againstBot(book: RulebookShown, name: string): GameWanted {
  return { rulebook: book.name, seats: seatsFor('bot', 0, book.default_level, name) }
}

export function ago(seconds: number, now = Date.now() / 1000): string {
  const past = Math.max(0, now - seconds)
  if (past < 90) return 'just now'
  if (past < 5400) return `${Math.round(past / 60)} min ago`
  if (past < 129_600) return `${Math.round(past / 3600)} h ago`
  return `${Math.round(past / 86_400)} days ago`
}
