import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GameSocket, type Condition } from './socket'
import type { ServerMessage } from './vocabulary'

class Wire {
  static all: Wire[] = []
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  constructor() {
    Wire.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close() {}
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

let heard: ServerMessage[]
let conditions: Condition[]
const wire = () => Wire.all.at(-1) as Wire

function connected(): GameSocket {
  const socket = new GameSocket(
    'ws://table',
    ['secret'],
    (message) => heard.push(message),
    (condition) => conditions.push(condition),
    () => new Wire() as unknown as WebSocket,
  )
  wire().onopen?.()
  return socket
}

beforeEach(() => {
  vi.useFakeTimers()
  Wire.all = []
  heard = []
  conditions = []
})
afterEach(() => vi.useRealTimers())

test('the first word is hello, with the secrets', () => {
  connected()
  expect(wire().sent).toEqual([{ type: 'hello', secrets: ['secret'] }])
})

test('an answer gets the reply with its own id', async () => {
  const socket = connected()
  wire().says({ type: 'welcome' })
  const reply = socket.ask({ type: 'answer', given: 'x', at: 1 })
  const sent = wire().sent.at(-1) as { id: string }
  wire().says({ type: 'ack', re: sent.id, stamp: 2, duplicate: false, note: '' })
  expect((await reply).type).toBe('ack')
})

test('what was not acknowledged is sent once more after the connection was lost, with the same id', () => {
  const socket = connected()
  wire().says({ type: 'welcome' })
  void socket.ask({ type: 'answer', given: 'x', at: 1 })
  const first = wire().sent.at(-1)
  wire().onclose?.({ code: 1006 })
  expect(conditions.at(-1)).toBe('lost')
  vi.advanceTimersByTime(1000)
  wire().onopen?.()
  expect(wire().sent).toHaveLength(1)
  wire().says({ type: 'welcome' })
  expect(wire().sent.at(-1)).toEqual(first)
})

test('a preview does not outlive its connection', async () => {
  const socket = connected()
  wire().says({ type: 'welcome' })
  const reply = socket.ask({ type: 'preview', path: [[1, 2]] })
  wire().onclose?.({ code: 1006 })
  expect((await reply).type).toBe('refused')
})

test('a wrong secret is said and not tried again', () => {
  connected()
  wire().onclose?.({ code: 4403 })
  vi.advanceTimersByTime(60_000)
  expect(conditions.at(-1)).toBe('refused')
  expect(Wire.all).toHaveLength(1)
})
