/** Chances are worked out for somebody who thinks, not for somebody who clicks on: so many milliseconds. */
export const A_MOMENT = 300
