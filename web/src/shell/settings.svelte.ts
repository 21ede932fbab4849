/** What a person has set for this browser. Kept locally; nothing of it reaches the server but the name. */

type Theme = 'auto' | 'light' | 'dark'
type Speed = 'instant' | 'fast' | 'normal' | 'step'

interface Stored {
  theme?: Theme
  name?: string
  speed?: Speed
  plain?: boolean
  single?: boolean
  confirm?: boolean
  chat?: boolean
  teach?: boolean
}

const PLACE = 'vanguard.settings'

function stored(): Stored {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Stored
  } catch {
    return {}
  }
}

class Settings {
  theme = $state<Theme>(stored().theme ?? 'auto')
  name = $state(stored().name ?? '')
  /** How fast the table shows what happened. Who wants less motion starts with none. */
  speed = $state<Speed>(stored().speed ?? (reducedMotion() ? 'instant' : 'normal'))
  /** The diagram without drawings. */
  plain = $state(stored().plain ?? false)
  /** Where there is only one answer it is given by itself. */
  single = $state(stored().single ?? true)
  /** A click or drag that moves a model is asked about first. */
  confirm = $state(stored().confirm ?? false)
  /** Words of one's own at the table, not only ready phrases. */
  chat = $state(stored().chat ?? true)
  /** What is new is explained when it is first asked. */
  teach = $state(stored().teach ?? true)

  save(): void {
    try {
      localStorage.setItem(PLACE, JSON.stringify({ theme: this.theme, name: this.name, speed: this.speed, plain: this.plain, single: this.single, confirm: this.confirm, chat: this.chat, teach: this.teach } satisfies Stored))
    } catch {
      // Without storage the settings last as long as the page.
    }
    this.apply()
  }

  apply(): void {
    const system = matchMedia('(prefers-color-scheme: dark)').matches
    document.documentElement.dataset.theme = this.theme === 'auto' ? (system ? 'dark' : 'light') : this.theme
  }

  toggleTheme(): void {
    const dark = document.documentElement.dataset.theme === 'dark'
    this.theme = dark ? 'light' : 'dark'
    this.save()
  }
}

export function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

export const settings = new Settings()
