/** What was added to a roll or taken off it. */
import type { DiceShown } from '../connection/vocabulary'

type Modifier = DiceShown['modifiers'][number]

/** Several weapons rolled together name the same modifier each: it is told once. */
export function distinct(modifiers: readonly Modifier[]): Modifier[] {
  const same = (a: Modifier, b: Modifier) => a.amount === b.amount && a.label === b.label && a.clause === b.clause
  return modifiers.filter((one, i) => modifiers.findIndex((other) => same(one, other)) === i)
}
