/** How much of each game's log this browser has shown: on coming back, only what was missed is played. */
const PLACE = 'vanguard.seen'
const MOST = 60

function seen(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** From which line on there is something new; everything counts as seen at the first visit. */
export function missedSince(game: string, lines: number): number {
  const before = seen()[game]
  return before === undefined ? lines : Math.min(before, lines)
}

export function sawUpTo(game: string, lines: number): void {
  const kept = seen()
  if (kept[game] === lines) return
  delete kept[game]
  kept[game] = lines
  for (const key of Object.keys(kept).slice(0, -MOST)) delete kept[key]
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept))
  } catch {
    // Without storage nothing counts as missed.
  }
}
