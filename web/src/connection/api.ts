/** The pages' requests. A refusal becomes a `Refusal` that carries the server's own words. */
import type { Schema } from '../odds/fields'
import type {
  ClauseShown,
  FreeOdds,
  GameCreated,
  GameSummary,
  GameWanted,
  InvitationShown,
  Joined,
  LessonShown,
  MapShown,
  Measure,
  Point,
  Problem,
  ReplayOutline,
  ReplayPosition,
  RosterChecked,
  RulebookShown,
  SeatWanted,
  Sight,
  Story,
  UploadAccepted,
} from './vocabulary'

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly why: string,
    readonly faults: string[] = [],
    readonly clause = '',
  ) {
    super(why)
  }
}

async function ask<T>(path: string, init: RequestInit = {}, secret = ''): Promise<T> {
  const headers = new Headers(init.headers)
  if (init.body && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
  if (secret) headers.set('Authorization', `Bearer ${secret}`)
  let response: Response
  try {
    response = await fetch(path, { ...init, headers })
  } catch {
    throw new Refusal(0, 'The server does not answer. Is it running?')
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null
    throw new Refusal(response.status, problem?.why ?? `The server said ${response.status}.`, problem?.faults, problem?.clause)
  }
  return (await response.json()) as T
}

const post = <T>(path: string, body: unknown, secret = '') =>
  ask<T>(path, { method: 'POST', body: JSON.stringify(body) }, secret)

export const invitation = (game: string, secret: string) => ask<InvitationShown>(`/api/games/${game}/invitation`, {}, secret)

export const rulebooks = () => ask<RulebookShown[]>('/api/rulebooks')

/** What a newcomer is told at which questions, in order. */
export const lessons = (rulebook: string) => ask<LessonShown[]>(`/api/rulebooks/${rulebook}/lessons`)

export const mapOf = (rulebook: string, scenario = '', battlefield = '') =>
  ask<MapShown>(`/api/rulebooks/${rulebook}/map?${new URLSearchParams({ scenario, battlefield }).toString()}`)

export const checkRoster = (rulebook: string, text: string) =>
  post<RosterChecked>(`/api/rulebooks/${rulebook}/roster`, { text })

export const clauses = (rulebook: string, words = '') =>
  ask<ClauseShown[]>(`/api/rulebooks/${rulebook}/clauses${words ? `?q=${encodeURIComponent(words)}` : ''}`)

export const clause = (rulebook: string, id: string) =>
  ask<ClauseShown>(`/api/rulebooks/${rulebook}/clauses/${encodeURIComponent(id)}`)

export const createGame = (wanted: GameWanted) => post<GameCreated>('/api/games', wanted)

export const myGames = (held: { game: string; secret: string }[]) => post<GameSummary[]>('/api/games/mine', { held })

export const join = (game: string, invitation: string, name: string | null, key: string) =>
  post<Joined>(`/api/games/${game}/join`, { invitation, name, key })

/** A fresh invitation for the free seat; the one sent before is void. */
export const inviteAgain = (game: string, secret: string) => post<{ seat: number; link: string | null }>(`/api/games/${game}/invite`, {}, secret)

export const replay = (game: string, secret: string) => ask<ReplayOutline>(`/api/games/${game}/replay`, {}, secret)

export const replayPosition = (game: string, step: number, secret: string) =>
  ask<ReplayPosition>(`/api/games/${game}/replay/${step}`, {}, secret)

export const measureAt = (game: string, step: number, wanted: { start: string | Point; end: string | Point }, secret: string) =>
  post<Measure>(`/api/games/${game}/replay/${step}/measure`, wanted, secret)

export const sightAt = (game: string, step: number, wanted: { viewer: string; target: string }, secret: string) =>
  post<Sight>(`/api/games/${game}/replay/${step}/sight`, wanted, secret)

export const deleteGame = (game: string, secrets: string[]) =>
  ask<{ game: string }>(`/api/games/${game}`, { method: 'DELETE' }, secrets.join(','))

export const branch = (game: string, step: number, seats: SeatWanted[], secret: string) =>
  post<GameCreated>(`/api/games/${game}/branch`, { step, seats }, secret)

export const record = (game: string, secret: string) => ask<unknown>(`/api/games/${game}/record`, {}, secret)

export const story = (game: string, secret: string) => ask<Story>(`/api/games/${game}/story`, {}, secret)

export const rematch = (game: string, secret: string) => post<GameCreated>(`/api/games/${game}/rematch`, {}, secret)

export const openRecord = (text: string) => ask<UploadAccepted>('/api/records', { method: 'POST', body: text })

export const oddsFields = (rulebook: string) => ask<Schema>(`/api/rulebooks/${rulebook}/odds`)

export const oddsOf = (rulebook: string, wish: Record<string, unknown>) =>
  post<FreeOdds>(`/api/rulebooks/${rulebook}/odds`, { wish })
