/** What a person has set for this browser. Kept locally; nothing of it reaches the server but the name. */

type Theme = 'auto' | 'light' | 'dark'

const PLACE = 'vanguard.settings'

function stored(): { theme?: Theme; name?: string } {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as { theme?: Theme; name?: string }
  } catch {
    return {}
  }
}

class Settings {
  theme = $state<Theme>(stored().theme ?? 'auto')
  name = $state(stored().name ?? '')

  save(): void {
    try {
      localStorage.setItem(PLACE, JSON.stringify({ theme: this.theme, name: this.name }))
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

export const settings = new Settings()
export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
