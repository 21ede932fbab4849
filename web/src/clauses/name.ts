/** What a rule is called for people: its id in words, from the chapter to the point. */
export function ruleName(id: string): string {
  const words = id.replaceAll('.', ' › ').replaceAll('-', ' ').replaceAll(/\bre roll/g, 're-roll')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The point of a rule alone, where what is around it is plain. */
export function rulePoint(id: string): string {
  return ruleName(id.split('.').at(-1) ?? id)
}
