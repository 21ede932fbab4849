/** Long lists of answers that begin alike are told once and then differ: "Battle cannon at" Boy 1, Boy 2, Trukk. */
import type { Option } from '../connection/vocabulary'

export interface Group {
  /** What the answers of the group have in common; empty where they stand for themselves. */
  heading: string
  answers: { option: Option; short: string }[]
}

/** What a label says in brackets at its end has a line of its own. */
export function told(label: string): [string, string] {
  const [, whole, aside] = /^([^(]{3,}) \(([^()]+)\)$/.exec(label) ?? []
  return whole && aside ? [whole, aside] : [label, '']
}

/** So many answers must begin alike for their beginning to stand above them. */
const ALIKE = 3

/** Where an answer ends with the name of a piece it is about, its beginning is the rest; otherwise what stands before the last colon. */
function parted({ label, about }: Option, nameOf: (key: string) => string): [string, string] {
  const name = about.map(nameOf).find((one) => one && label.endsWith(` ${one}`))
  if (name) return [label.slice(0, -name.length).trimEnd(), name]
  const colon = label.lastIndexOf(': ')
  return colon < 0 ? ['', label] : [label.slice(0, colon), label.slice(colon + 2)]
}

/** The answers in their order, neighbours that begin alike together. */
export function grouped(options: readonly Option[], nameOf: (key: string) => string): Group[] {
  const found: Group[] = []
  for (const option of options) {
    const [heading, short] = parted(option, nameOf)
    const last = found.at(-1)
    if (last && last.heading === heading) last.answers.push({ option, short })
    else found.push({ heading, answers: [{ option, short }] })
  }
  const told: Group[] = []
  for (const group of found) {
    const alike = group.heading !== '' && group.answers.length >= ALIKE
    const { heading, answers } = alike ? group : { heading: '', answers: group.answers.map(({ option }) => ({ option, short: option.label })) }
    const last = told.at(-1)
    if (last && heading === '' && last.heading === '') last.answers.push(...answers)
    else told.push({ heading, answers })
  }
  return told
}
