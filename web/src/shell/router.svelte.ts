/** Where we are. The server serves this page for every path outside /api. */

class Router {
  path = $state(location.pathname)
  query = $state(location.search)
  /** Counts every going somewhere, also to the same address with other keys in hand. */
  turn = $state(0)

  constructor() {
    addEventListener('popstate', () => this.read())
  }

  private read(): void {
    this.path = location.pathname
    this.query = location.search
    this.turn += 1
  }

  go(url: string): void {
    history.pushState(null, '', url)
    this.read()
    scrollTo(0, 0)
  }

  /** Change the address without a step in the history: a replay's step, an odds page's fields. */
  replace(url: string): void {
    history.replaceState(null, '', url)
    this.read()
  }
}

export const router = new Router()

/** For links: stay in the page unless the person wants a new tab. */
export function follow(event: MouseEvent): void {
  const anchor = event.currentTarget as HTMLAnchorElement
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  router.go(anchor.getAttribute('href') ?? '/')
}
