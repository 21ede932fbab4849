/** What a rule is called for people: its id in words, from the chapter to the point. */
export function ruleName(id: string): string {
  const words = id.replaceAll('.', ' › ').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
