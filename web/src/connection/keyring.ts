/** The secrets this browser holds. They come in the fragment of a link, which no server log ever sees. */
import type { GameCreated } from './vocabulary'

export interface Keys {
  /** Secrets of the seats this browser plays. */
  seats: string[]
  watch: string
  /** Invitations made here and perhaps not yet taken, to be shown again. */
  invitations: { seat: number; link: string }[]
}

const PLACE = 'vanguard.keys'

function all(): Record<string, Keys> {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '{}')
    return held && typeof held === 'object' ? (held as Record<string, Keys>) : {}
  } catch {
    return {}
  }
}

function store(held: Record<string, Keys>): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(held))
  } catch {
    // A browser without storage still plays: the link itself holds the secret.
  }
}

export function keysOf(game: string): Keys {
  return all()[game] ?? { seats: [], watch: '', invitations: [] }
}

export function keep(game: string, more: Partial<Keys>): Keys {
  const held = all()
  const now = held[game] ?? { seats: [], watch: '', invitations: [] }
  const merged: Keys = {
    seats: [...new Set([...now.seats, ...(more.seats ?? [])])],
    watch: more.watch || now.watch,
    invitations: more.invitations ?? now.invitations,
  }
  // The latest games are the last; two hundred are plenty for a list.
  delete held[game]
  store(Object.fromEntries([...Object.entries(held).slice(-199), [game, merged]]))
  return merged
}

export function keepCreated(created: GameCreated): Keys {
  return keep(created.game, {
    seats: created.seats.flatMap((seat) => (seat.secret ? [seat.secret] : [])),
    watch: created.watch,
    invitations: created.seats.flatMap((seat) => (seat.invitation && seat.link ? [{ seat: seat.seat, link: seat.link }] : [])),
  })
}

export function forget(game: string): void {
  const held = all()
  delete held[game]
  store(held)
}

/** Every game with every secret held, for the list of games. */
export function everyHeld(): { game: string; secret: string }[] {
  return Object.entries(all())
    .reverse()
    .flatMap(([game, keys]) => [...keys.seats, ...(keys.watch ? [keys.watch] : [])].map((secret) => ({ game, secret })))
    .slice(0, 200)
}

/** The best secret for reading: a seat's before a spectator's. */
export function readingSecret(game: string): string {
  const keys = keysOf(game)
  return keys.seats[0] ?? keys.watch
}

/** Secrets in the fragment of a link: `#seat=…&seat=…&watch=…&join=…`. */
export function fromFragment(fragment: string): { seats: string[]; watch: string; join: string } {
  const given = new URLSearchParams(fragment.replace(/^#/, ''))
  return { seats: given.getAll('seat'), watch: given.get('watch') ?? '', join: given.get('join') ?? '' }
}

/** A key of this browser for one invitation, kept until the seat is: whoever asks again with it gets the same seat again. */
export function joinKey(invitation: string): string {
  const place = `vanguard.join.${invitation}`
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    const kept = sessionStorage.getItem(place) ?? fresh
    sessionStorage.setItem(place, kept)
    return kept
  } catch {
    return fresh
  }
}
