/** The arithmetic of dividing a total over lots. Whether a division is legal, the server says. */
import type { SplitAsked } from '../connection/vocabulary'

type Sum = Pick<SplitAsked, 'lots' | 'total' | 'up_to'> & Partial<Pick<SplitAsked, 'usual'>>

/** What most would give; else what each lot must get, and with `rest` what is left goes to the lots in their order, unless it may stay. */
export function filled(question: Sum, rest = !question.up_to): Record<string, number> {
  const amounts: Record<string, number> = {}
  let left = question.total
  for (const lot of question.lots) {
    amounts[lot.key] = lot.at_least
    left -= lot.at_least
  }
  if (rest && question.usual) return { ...amounts, ...question.usual }
  if (rest) {
    for (const lot of question.lots) {
      const extra = Math.max(0, Math.min(left, lot.at_most - (amounts[lot.key] ?? 0)))
      amounts[lot.key] = (amounts[lot.key] ?? 0) + extra
      left -= extra
    }
  }
  return amounts
}

/** One more for this lot. Where everything is given and there are but two lots, the other one gives it. */
export function oneMore(question: Sum, amounts: Record<string, number>, key: string): Record<string, number> {
  const amount = amounts[key] ?? 0
  const more = bounded(question, amounts, key, amount + 1)
  if (more > amount) return { ...amounts, [key]: more }
  const lot = question.lots.find((one) => one.key === key)
  const others = question.lots.filter((one) => one.key !== key && one.at_most > 0)
  const [other] = others
  const spare = other && others.length === 1 ? (amounts[other.key] ?? 0) : 0
  if (!lot || !other || question.up_to || amount >= lot.at_most || spare <= other.at_least) return amounts
  return { ...amounts, [key]: amount + 1, [other.key]: spare - 1 }
}

/** The nearest amount this lot may have when the others keep theirs. */
export function bounded(question: Sum, amounts: Record<string, number>, key: string, wanted: number): number {
  const lot = question.lots.find((one) => one.key === key)
  if (!lot) return 0
  const others = question.lots.reduce((sum, one) => sum + (one.key === key ? 0 : (amounts[one.key] ?? 0)), 0)
  return Math.max(lot.at_least, Math.min(wanted, lot.at_most, question.total - others))
}
