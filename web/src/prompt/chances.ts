/** The chances of answers in a few words, and what one answer gains over leaving things as they are. */
import type { OddsOfOption } from '../connection/vocabulary'

/** What would become of one piece: the chances that it goes and that it is harmed at all, and what it loses on average. */
export interface Fate {
  key: string
  removed: number
  harmed: number
  mean: number
}

interface Told {
  key?: unknown
  removed?: unknown
  mean?: unknown
  exactly?: Record<string, unknown>
}

export function fatesOf(odds: OddsOfOption | undefined): Fate[] {
  const models = (odds?.details as { models?: Told[] } | undefined)?.models ?? []
  return models.map((one) => ({ key: String(one.key), removed: Number(one.removed), harmed: 1 - Number(one.exactly?.['0'] ?? 0), mean: Number(one.mean) }))
}

/** Less of a chance is nothing in whole percents. */
const SEEN = 0.005
/** To a tenth of a percent; what is not certain is never told as if it were. */
export function exactly(chance: number): string {
  if (chance > 0 && chance < 0.0005) return '< 0.1 %'
  if (chance < 1 - 1e-9 && chance > 0.9995) return '> 99.9 %'
  return `${(chance * 100).toFixed(1)} %`
}

const percent = (chance: number) => `${Math.round(chance * 100)} %`

/**
 * That the target goes, that it is harmed at all, that it fails a test that follows; of what cannot go at once what it loses on
 * average; of a test what it decides.
 */
export function inShort(odds: OddsOfOption | undefined): string {
  const { fate = 'removed', tests = {} } = (odds?.details ?? {}) as { fate?: string; tests?: Record<string, number> }
  const [target] = fatesOf(odds)
  if (target && fate === 'removed') {
    const spared = target.removed < 0.0005
    const told: [string, number][] = spared ? [['harmed', target.harmed]] : [[fate, target.removed]]
    if (!spared && target.harmed > target.removed + 0.0005) told.push(['harmed', target.harmed])
    const parts = [...told, ...Object.entries(tests)].map(([what, chance]) => `${what} ${percent(chance)}`)
    if (spared && target.mean > target.harmed * 1.05) parts.splice(1, 0, `loses ${target.mean.toFixed(1)}`)
    return parts.join(', ')
  }
  const [first] = odds?.outcomes ?? []
  return first ? `${first.label} ${percent(first.chance)}` : ''
}

/** So many pieces are told of at an answer. */
const AT_ONCE = 2

function points(more: number): string {
  const whole = Math.round(more * 100)
  return whole > 0 ? ` (+${whole})` : whole < 0 ? ` (−${-whole})` : ''
}

/**
 * Answers about dice that lie on the table touch the same pieces: of each that could be harmed, what tells the answers apart,
 * and by how many points it differs from the answer that leaves the dice as they are. Where all come to the same nothing is said,
 * unless one of them costs something that the other leaves. Where each touches pieces of its own, each tells of those.
 */
export function compared(odds: ReadonlyMap<string, OddsOfOption>, leaving: string | null, nameOf: (key: string) => string): Map<string, string> {
  const all = new Map([...odds].map(([option, one]) => [option, new Map(fatesOf(one).map((fate) => [fate.key, fate]))]))
  const harmed = (fates: ReadonlyMap<string, Fate>) => [...fates.values()].filter((fate) => fate.harmed > 0.0005).map((fate) => fate.key)
  const touched = [...new Set([...all.values()].flatMap(harmed))]
  const found = new Map<string, string>()
  for (const [option, fates] of all) {
    const keys = (touched.length > AT_ONCE ? harmed(fates) : touched).slice(0, AT_ONCE)
    const parts = keys.flatMap((key) => {
      const fate = fates.get(key)
      if (!fate) return []
      const before = leaving !== null && leaving !== option ? all.get(leaving)?.get(key) : undefined
      const others = [...all.values()].flatMap((one) => one.get(key) ?? [])
      const differs = (what: 'removed' | 'harmed') => others.some((one) => Math.abs(one[what] - fate[what]) > SEEN)
      const told: string[] = []
      if (others.some((one) => one.removed > SEEN)) told.push(`removed ${percent(fate.removed)}${before ? points(fate.removed - before.removed) : ''}`)
      if (!told.length || (differs('harmed') && !differs('removed'))) {
        told.push(others.every((one) => one.harmed > 0.9995) ? `loses ${fate.mean.toFixed(1).replace('.0', '')}` : `harmed ${percent(fate.harmed)}${before ? points(fate.harmed - before.harmed) : ''}`)
      }
      return [`${keys.length > 1 ? `${nameOf(key)} ` : ''}${told.join(', ')}`]
    })
    if (parts.length) found.set(option, parts.join('; '))
  }
  const same = leaving === null && new Set(found.values()).size === 1 && found.size > 1
  return same ? new Map() : found
}
