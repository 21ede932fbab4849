/** What pieces look like: silhouettes of our own, put together from a few parts, in a box from -12 to 12. */

export interface Drawing {
  /** Filled with the side's colour. */
  body: string
  /** What it carries: drawn over the body with a light seam. */
  gear?: string
  /** Cut out of both. */
  cut?: string
}

const HEAD = 'M-3-7a3 3 0 1 1 6 0a3 3 0 1 1-6 0z'
const TORSO = 'M-6 10V3.5Q-6-3 0-3t6 6.5V10z'
const RIFLE = 'M-10 5.4L7.6-4.2l1 1.8-13 7.1-1.9 3.4-3-1.2z'
const wheel = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const bug = (x: number, y: number) => `${wheel(x, y, 2.1)}${wheel(x, y - 2.6, 1.1)}M${x - 3.6} ${y - 1.2}l7.2 2.4v.9l-7.2-2.4zM${x + 3.6} ${y - 1.2}l-7.2 2.4v.9l7.2-2.4z`

export const LOOKS: Record<string, Drawing> = {
  trooper: { body: HEAD + TORSO, gear: RIFLE },
  heavy: { body: 'M-2.6-7.4a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0zM-9 10V1.5Q-9-4.4 0-4.4t9 5.9V10z', gear: 'M-4.6-1.4h9.2v5q0 4.4-4.6 6.6-4.6-2.2-4.6-6.6z' },
  leader: { body: `M-4.6-7.4v-4.4l2.4 1.9L0-12.4l2.2 2.5 2.4-1.9v4.4zM-3-5.4a3 2.6 0 1 0 6 0z${TORSO}`, gear: 'M5.6-3.4l1.8.7-2.6 9 1.6.5-.6 1.8-1.6-.5-.7 2.3-1.8-.5.7-2.3-1.6-.5.6-1.8 1.6.5z' },
  officer: { body: `M-4.4-6.8q4.4-5.6 8.8 0l2 1.1H-4.4zM-3-5a3 2.8 0 1 0 6 0z${TORSO}`, gear: 'M-7.4 3.6L4.6 0l.7 2L-6 5.8l-.9 2.4-2.2-.8z' },
  medic: { body: HEAD + TORSO, cut: 'M-1.4-.4h2.8v2.7h2.7v2.8H1.4v2.7h-2.8V5.1h-2.7V2.3h2.7z' },
  sniper: { body: 'M-11.4 8.6V5.4q6-2.6 10.4-3L4.6-.6l2 2.6L1.4 5q-.8 2.2-3.4 2.4zM-1.8-2a3 3 0 1 1 6 0a3 3 0 1 1-6 0z', gear: 'M1.4 1.2L11.6-4.8l.9 1.5L2.6 3zM4.6-3.4l3.4-2 .8 1.3-3.4 2z' },
  psyker: { body: 'M0-10.6q5.4 1.4 5.4 6.6Q8.6 2 9.2 10H-9.2Q-8.6 2-5.4-4q0-5.2 5.4-6.6z', cut: 'M-2.4-3.8a2.4 3 0 1 1 4.8 0a2.4 3 0 1 1-4.8 0zM0 .6l1.2 2.6 2.6 1.2-2.6 1.2L0 8.2l-1.2-2.6-2.6-1.2 2.6-1.2z' },
  beast: { body: 'M-11.6 1q2.4 1.4 3.4-.8Q-7-3.4-2.4-3.4h5L5.4-7l4.4.9 2 2.8-.6 1.6-3.4.5q-.7 3-2.2 3.8L6.4 9H3.2L2 3.8h-5.4L-5 9h-3.2l.6-5.6q-2.8 1.2-4.6-.2z' },
  monster: { body: 'M-9.6 10Q-12-2-5.4-4.6L-9-11l5.4 3.6Q0-8.8 3.6-7.4L9-11 5.4-4.6Q12-2 9.6 10L5.4 7 2.6 10 0 7.4-2.6 10-5.4 7z', cut: 'M-4.4-2.2l3.2 1.2-2.8 1.2zM4.4-2.2L1.2-1 4 .2zM-3 3.6h6l-1 1.8h-4z' },
  swarm: { body: bug(-5, -3) + bug(4.6, -4.4) + bug(.2, 1.2) + bug(-5.4, 6.4) + bug(6, 5.4) },
  walker: { body: 'M-5.6-9.6h11.2l2.6 7.4-2 3.2H-6.2l-2-3.2zM-5 1.6h3.4l-2.2 4.2 1.6 4.8h-5.2l.8-4.8zM5 1.6H1.6l2.2 4.2-1.6 4.8h5.2l-.8-4.8z', gear: 'M6.4-5.4h6v1.8h-6z', cut: 'M-3-7h6l.7 2.6h-7.4z' },
  tank: { body: 'M-11 2.2L-8.6.4H8.6L11 2.2v3.2q0 3.6-3.6 3.6H-7.4Q-11 9-11 5.4zM-5.6-5.4H3.4L5.8-.4h-12z', gear: 'M3.6-3.8h9v2.1h-9z', cut: wheel(-6.6, 5.6, 1.4) + wheel(-2.2, 5.6, 1.4) + wheel(2.2, 5.6, 1.4) + wheel(6.6, 5.6, 1.4) },
  transport: { body: `M-11-3.4H3.2L9.8.6l1.2 1.2v3.4h-22z${wheel(-6.8, 6.6, 2.6)}${wheel(-.4, 6.6, 2.6)}${wheel(6.4, 6.6, 2.6)}`, gear: 'M-3.6-6.4h5v3h-5zM1.4-5.6h6v1.4h-6z' },
  'half-track': { body: `M-11-3.6h8.6l1.2-2.4h4.6L5.6-1.8 11-.4v4.8h-22z${wheel(7.4, 6.2, 2.7)}M-9 4.2h9.4q2.7 0 2.7 2.6T.4 9.4H-9q-2.7 0-2.7-2.6T-9 4.2z`, cut: wheel(-8.2, 6.8, 1.1) + wheel(-4.4, 6.8, 1.1) + wheel(-.6, 6.8, 1.1) },
  flyer: { body: 'M0-11.4l1.7 6.2L11.4 2v2.5L1.9 2.2l-.7 4.6L4.2 9.2v1.7H-4.2V9.2l3-2.4-.7-4.6-9.5 2.3V2l9.7-7.2z' },
  gun: { body: `M-11.4 8.4L.8 1.2l1 1.7L-10 10.4zM1-7.4h2.6V7H1z${wheel(-1, 5.2, 4)}`, gear: 'M-4-1.2L11.4-5.6l.7 2.3L-3.4 1.6z', cut: wheel(-1, 5.2, 2) },
  'machine-gun': { body: 'M-2.6 1.6L-8.6 9.6l-1.6-1.2 5.4-7.6zM1.6 1.6l6 8-1.6 1.2-6-8zM-1 1.6h2v8.2h-2z', gear: 'M-11.4-3.6h4.6v-1.6H3.2v1.2h8.4v2.2H3.2V.8h-10v-1.4h-4.6zM-3.4.6h4.4v3.2h-4.4z' },
  mortar: { body: 'M-7.6 8.2H5v2.4H-7.6zM3.4-2.4l5.4 12-1.8.8L1.6-1.6z', gear: 'M-5.4 6.8L1.4-11l4.6 1.8-6.8 17.6z' },
  bike: { body: `${wheel(-7, 5.6, 4)}${wheel(7, 5.6, 4)}M-7 3.4L-3.4 0H4l3.6 4.4-1.4 1.4L3 2.6l-2.6 3h-5.2zM-1.6-8a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0zM-3.4-.4Q-4-5.4.6-5.2l4.6 3.6L4 0l-3-2v1.8z`, cut: wheel(-7, 5.6, 1.7) + wheel(7, 5.6, 1.7) },
}

export const lookOf = (look: string): Drawing => LOOKS[look] ?? (LOOKS['trooper'] as Drawing)

/** States of pieces as signs in a box from -6 to 6, by the key under which a rulebook's view has them. */
export const SIGNS: Record<string, string> = {
  aimed: `${wheel(0, 0, 4.6)}${wheel(0, 0, 3.2)}M-.7-6h1.4v3.4H-.7zM-.7 2.6h1.4V6H-.7zM-6-.7h3.4V.7H-6zM2.6-.7H6V.7H2.6z`,
  focused: `${wheel(0, 0, 5)}${wheel(0, 0, 3.4)}${wheel(0, 0, 1.8)}`,
  fatigued: 'M-4.6-5.4h4.4v1.2L-3-.8h2.8V.6h-4.6V-.6l2.8-3.4h-2.6zM.6-.6h4V.6L2 4h2.6v1.4H.4V4.2L3 .8H.6z',
  'knocked-down': 'M-5.6 2.4h8.4v2.4h-8.4zM3.2 1.2a2 2 0 1 1 .1 0zM-3.4-5.4h1.6V-1h2L-2.6 1.6-5.4-1h2z',
  toxin: 'M0-5.8Q4.4-.4 4.4 1.8A4.4 4.2 0 0 1-4.4 1.8Q-4.4-.4 0-5.8zM-1.7 1.8a1 1 0 1 0 .1 0zM1.9 1.8a1 1 0 1 0 .1 0z',
  fire: 'M.4-6Q5-1.6 4.4 2.2 3.8 5.6 0 5.8-3.8 5.6-4.4 2.2-4.6-.4-2.4-2.8q.2 1.8 1.2 2.4Q-1.6-3.4.4-6zM0 1.4q-1.6 1.6-1.4 2.8.4 1 1.4 1 1 0 1.4-1Q1.6 3 0 1.4z',
  engaged: 'M-5.6-4.4l1.2-1.2L1.2 0-.2 1.4zM5.6-4.4L4.4-5.6-5 3.6l1.4 1.4zM2.4 1.2l3 3-1.2 1.2-3-3z',
  conceal: 'M-6 0Q0-6 6 0 0 6-6 0zM-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM-5.2 4.2L4.2-5.2l1 1-9.4 9.4z',
  hidden: 'M-6 0Q0-6 6 0 0 6-6 0zM-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM-5.2 4.2L4.2-5.2l1 1-9.4 9.4z',
  concealed: 'M-6 0Q0-6 6 0 0 6-6 0zM-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM-5.2 4.2L4.2-5.2l1 1-9.4 9.4z',
  engage: 'M-5.6 4.2L2.4-4.6 1-5.8h4.8V-1L4.4-2.4l-8 8.2z',
  injured: 'M0 5.4Q-6 .6-5.6-2.2-5-5 -2.6-5-.8-5 0-3.2.8-5 2.6-5 5-5 5.6-2.2 6 .6 0 5.4zM-.6-1.6L-2 1h1.6l-.8 2.4L1.6.2H.2l1-1.8z',
  overwatched: 'M-6 0Q0-6 6 0 0 6-6 0zM-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0z',
  overwatch: 'M-6 0Q0-6 6 0 0 6-6 0zM-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0z',
  shielded: 'M-4.8-4.8Q0-4.6 0-6q0 1.4 4.8 1.2V.4Q4.8 4 0 6-4.8 4-4.8.4z',
  apl: 'M.6-6L-4.4.8h3.2L-1.8 6 4.4-1.4H.8z',
  relic: 'M0-5.8l1.7 3.8 4.1.4-3.1 2.8.9 4L0 3.1-3.6 5.2l.9-4-3.1-2.8 4.1-.4z',
  pinned: 'M-1.6-6h3.2v5l2.4 1.8v1.4H.7V6H-.7V2.2H-4V.8l2.4-1.8z',
  suppressed: 'M-1.6-6h3.2v5l2.4 1.8v1.4H.7V6H-.7V2.2H-4V.8l2.4-1.8z',
  veteran: 'M-5-3.6L0-.8l5-2.8v2.4L0 1.6-5-1.2zM-5 .6L0 3.4 5 .6V3L0 5.8-5 3z',
  damaged: 'M-5.4-3.4L-2-1l.6-4.8L1-1.4l4-2.2L3.4.6l2.4 3-4-.2L.4 6l-2-3-3.8 1 1.6-3.4z',
  advanced: 'M-5-4.6L-.6 0-5 4.6V2l2-2-2-2zM0-4.6L4.4 0 0 4.6V2l2-2-2-2z',
  'fell-back': 'M5-4.6L.6 0 5 4.6V2L3 0l2-2zM0-4.6L-4.4 0 0 4.6V2l-2-2 2-2z',
  airborne: 'M0-6L4-1H1.4V3h-2.8V-1H-4zM-5 4.2H5v1.4H-5z',
  landed: 'M0 3L4-2H1.4v-4h-2.8v4H-4zM-5 4.2H5v1.4H-5z',
  'fights-last': 'M-4.6-5.8h9.2v1.6L1.4 0l3.2 4.2v1.6h-9.2V4.2L-1.4 0l-3.2-4.2zM-2.4-4.2L0-1.2l2.4-3z',
  'left-wreck': `M-5.8-.8L-2-3.4H2.6L5.8 1v2.2H-5.8zM-5.4 5.8L4.2-5.6l1.2 1-9.6 11.4z${wheel(3.4, 4.2, 1.6)}`,
  hunkered: 'M-5.6 3.4Q0-5 5.6 3.4zM-6 4.4H6v1.4H-6z',
  slowed: 'M-4.4-4.6h3v9.2h-3zM1.4-4.6h3v9.2h-3z',
  locked: 'M-5.6-4.4l1.2-1.2L1.2 0-.2 1.4zM5.6-4.4L4.4-5.6-5 3.6l1.4 1.4zM2.4 1.2l3 3-1.2 1.2-3-3z',
  aboard: `M-5.6-4.6H3.4L5.6-1v3.4H-5.6z${wheel(-3, 4.2, 1.6)}${wheel(3, 4.2, 1.6)}`,
  stray: 'M-6-.8h3.6V.8H-6zM2.4-.8H6V.8H2.4zM-.8-5.4H.8v2.8H-.8zM-.8 2.6H.8v2.8H-.8z',
  carries: 'M-5-3L0-5.6 5-3V3L0 5.6-5 3zM-3.4-1.6V2L-.8 3.4V-.2zM3.4-1.6L.8-.2v3.6L3.4 2z',
  smoke: 'M-4 3.4a2.6 2.6 0 0 1-.2-5.2A3.4 3.4 0 0 1 2-3.6a3 3 0 0 1 2.6 7z',
  hurried: 'M-5-4.6L-.6 0-5 4.6V2l2-2-2-2zM0-4.6L4.4 0 0 4.6V2l2-2-2-2z',
  purpose: 'M0-5.8l1.7 3.8 4.1.4-3.1 2.8.9 4L0 3.1-3.6 5.2l.9-4-3.1-2.8 4.1-.4z',
  steady: 'M-4.8-4.8Q0-4.6 0-6q0 1.4 4.8 1.2V.4Q4.8 4 0 6-4.8 4-4.8.4z',
  'lost-mobility': `${wheel(0, 0, 4.4)}${wheel(0, 0, 2)}M-5.4 4.2L4.2-5.4l1.2 1.2-9.6 9.6z`,
  'lost-sensors': 'M-6 0Q0-6 6 0 0 6-6 0zM-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0zM-5.2 4.2L4.2-5.2l1 1-9.4 9.4z',
  'lost-weapon': 'M-5.6-2.4H3v-1.2h2.6v4.8H3V0H-1.6L-3 3.4h-2.6zM-5.4 4.6L4.4-5.2l1 1-9.8 9.8z',
  'lost-weapon-2': 'M-5.6-2.4H3v-1.2h2.6v4.8H3V0H-1.6L-3 3.4h-2.6zM-5.4 4.6L4.4-5.2l1 1-9.8 9.8z',
  stunned: 'M0-5.8l1.4 3.4 3.6-.8-2 3 2 3-3.6-.8L0 5.4l-1.4-3.4-3.6.8 2-3-2-3 3.6.8z',
}

/** Markers that are things: in a box from -12 to 12, by their kind. */
export const MARKS: Record<string, string> = {
  minefield: `${wheel(0, 0, 6.4)}M-1.2-11.6h2.4v4h-2.4zM-1.2 7.6h2.4v4h-2.4zM-11.6-1.2h4v2.4h-4zM7.6-1.2h4v2.4h-4zM-9-7.4L-7.4-9l2.8 2.8-1.6 1.6zM9-7.4L7.4-9 4.6-6.2l1.6 1.6zM-9 7.4L-7.4 9l2.8-2.8-1.6-1.6zM9 7.4L7.4 9 4.6 6.2l1.6-1.6z`,
  'flak-88': `${LOOKS['gun']?.body ?? ''}${LOOKS['gun']?.gear ?? ''}`,
  'belgian-gate': 'M-10.4-7.6l2-2L10.4 7.6l-2 2zM10.4-7.6l-2-2L-10.4 7.6l2 2zM-11.6 8h23.2v2.6h-23.2zM-1.3-10.6h2.6V8h-2.6z',
  airstrike: LOOKS['flyer']?.body ?? '',
}

/** States that a token shows by itself: as a crown, as light or dark, by being there or not. */
export const SHOWN_OTHERWISE = new Set(['leader', 'activated', 'ready', 'acted', 'removed', 'waiting', 'not-deployed'])
