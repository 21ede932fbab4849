/** Looking closer at an answer: the pointer rests on it, the focus reaches it by key, or a finger stays on it. */

export interface Closer {
  text: string
  at: { left: number; top: number; bottom: number }
}

/** Milliseconds a pointer rests, and a finger stays, before anything is told. */
const RESTS = 400
const STAYS = 500

/** `tell` is given what to show, or null to show nothing more. A press that has told something answers nothing. */
export function closerLook(tell: (closer: Closer | null) => void) {
  return (button: HTMLElement, told: string) => {
    let text = told
    let waiting: ReturnType<typeof setTimeout> | undefined
    let read = false
    const show = () => {
      const { left, top, bottom } = button.getBoundingClientRect()
      tell({ text, at: { left, top, bottom } })
    }
    const leave = () => {
      clearTimeout(waiting)
      tell(null)
    }
    const enter = (event: PointerEvent) => {
      if (!text || event.pointerType === 'touch') return
      waiting = setTimeout(show, RESTS)
    }
    const down = (event: PointerEvent) => {
      leave()
      read = false
      if (!text || event.pointerType !== 'touch') return
      waiting = setTimeout(() => {
        read = true
        show()
      }, STAYS)
    }
    const focus = () => {
      if (text && button.matches(':focus-visible')) show()
    }
    const click = (event: MouseEvent) => {
      if (!read) return leave()
      read = false
      event.preventDefault()
      event.stopImmediatePropagation()
      setTimeout(leave, 4 * RESTS)
    }
    /** A finger that stays would open the browser's own menu. */
    const menu = (event: Event) => {
      if (read) event.preventDefault()
    }
    const parts: [string, EventListener][] = [
      ['pointerenter', enter as EventListener],
      ['pointerleave', leave],
      ['pointerdown', down as EventListener],
      ['pointercancel', leave],
      ['focus', focus],
      ['blur', leave],
      ['contextmenu', menu],
    ]
    for (const [kind, listener] of parts) button.addEventListener(kind, listener)
    button.addEventListener('click', click as EventListener, { capture: true })
    return {
      update(next: string) {
        text = next
      },
      destroy() {
        leave()
        for (const [kind, listener] of parts) button.removeEventListener(kind, listener)
        button.removeEventListener('click', click as EventListener, { capture: true })
      },
    }
  }
}
