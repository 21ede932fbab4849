/** One socket to one game. It comes back by itself, and what was not acknowledged is sent once more with the same id. */
import type { ServerMessage } from './vocabulary'

export type Reply = ServerMessage

export interface Outgoing {
  type: string
  [key: string]: unknown
}

interface Waiting {
  message: Outgoing & { id: string }
  resolve: (reply: Reply) => void
  /** Answers must survive a lost connection; a preview need not. */
  lasting: boolean
}

export type Condition = 'connecting' | 'open' | 'lost' | 'refused'

const LASTING = new Set(['answer', 'command', 'undo', 'consent', 'offer_draw', 'concede', 'auto_pass'])
const REASONS: Record<number, string> = {
  4400: 'Either the link was cut short, or this page is older than the server. Open the link once more, or reload the page.',
  4403: 'This link does not open a seat of this game.',
  4404: 'There is no such game.',
  4429: 'Too many messages at once; please reload the page.',
}

export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export class GameSocket {
  private socket: WebSocket | null = null
  private readonly waiting = new Map<string, Waiting>()
  private tries = 0
  /** Nothing may be asked before the server has welcomed this browser. */
  private ready = false
  private closed = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly url: string,
    private readonly secrets: string[],
    private readonly onmessage: (message: ServerMessage) => void,
    private readonly oncondition: (condition: Condition, why: string) => void,
    private readonly make: (url: string) => WebSocket = (address) => new WebSocket(address),
  ) {
    this.connect()
  }

  private connect(): void {
    this.oncondition(this.tries ? 'lost' : 'connecting', '')
    const socket = this.make(this.url)
    this.socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', secrets: this.secrets }))
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as ServerMessage)
    socket.onclose = (event: CloseEvent) => this.lost(event.code)
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.tries = 0
      this.ready = true
      this.oncondition('open', '')
      this.onmessage(message)
      for (const waiting of this.waiting.values()) this.socket?.send(JSON.stringify(waiting.message))
      return
    }
    const re = 're' in message ? message.re : null
    if (re && this.waiting.has(re)) {
      const { resolve } = this.waiting.get(re) as Waiting
      this.waiting.delete(re)
      resolve(message)
    }
    this.onmessage(message)
  }

  private lost(code: number): void {
    this.socket = null
    this.ready = false
    if (this.closed) return
    for (const [id, waiting] of this.waiting) {
      if (waiting.lasting) continue
      this.waiting.delete(id)
      waiting.resolve({ type: 'refused', re: id, why: 'The connection was lost.', clause: '', stale: false })
    }
    const reason = REASONS[code]
    if (reason) {
      this.oncondition('refused', reason)
      return
    }
    this.tries += 1
    this.oncondition('lost', '')
    this.timer = setTimeout(() => this.connect(), Math.min(8000, 250 * 2 ** Math.min(this.tries, 5)))
  }

  ask(message: Outgoing): Promise<Reply> {
    const id = freshId()
    const full = { ...message, id }
    return new Promise((resolve) => {
      const lasting = LASTING.has(message.type)
      if (!this.ready && !lasting) {
        resolve({ type: 'refused', re: id, why: 'Not connected.', clause: '', stale: false })
        return
      }
      this.waiting.set(id, { message: full, resolve, lasting })
      if (this.ready) this.socket?.send(JSON.stringify(full))
    })
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    this.socket?.close()
  }
}
