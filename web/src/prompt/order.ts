import type { Option } from '../connection/vocabulary'

/** The answers that can be given, in the order in which they are shown and numbered: what can gain nothing comes last. */
export function givable(options: readonly Option[], about = ''): Option[] {
  const possible = options.filter((option) => !option.why_not && (!about || option.about.includes(about)))
  return [...possible.filter((option) => !option.idle), ...possible.filter((option) => option.idle)]
}

/** The only answer of which anything can come, unless it gives something up for good: nobody need be asked for it. */
export function onlyAnswer(options: readonly Option[]): Option | null {
  const [first, second] = givable(options)
  return first && !first.idle && !first.grave && (!second || second.idle) ? first : null
}
