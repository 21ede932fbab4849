import { afterEach, expect, test, vi } from 'vitest'
import { LiveGame } from './live.svelte'

const sent: { message: Record<string, unknown>; reply: (given: unknown) => void }[] = []

vi.mock('../connection/socket', () => ({
  GameSocket: class {
    ask(message: Record<string, unknown>) {
      return new Promise((reply) => sent.push({ message, reply }))
    }
    close() {}
  },
}))
afterEach(() => void sent.splice(0))

test('whoever watches can ask how things stood when the log was shorter', () => {
  const game = new LiveGame('g', [])
  const message = (type: string, from: number, lines: number, round: number) => ({
    type, rulebook: '', title: '', scenario: '', seats: [], watching: true, table: { kind: 'measured', width: 1, height: 1 }, cards: {}, presence: [], watchers: 1, commitment: '',
    log_from: from, log: Array.from({ length: lines }, () => ({ text: '', about: [] })), stamp: 0, revision: 0, proposals: [], dice_secret: null,
    perspectives: [{ seat: null, view: { round, players: [], models: [] }, question: null, undo: {}, auto_pass: [] }], standing: { over: round === 4 }, deciding: null,
  })
  const hear = (game as unknown as { receive: (message: unknown) => void }).receive.bind(game)
  hear(message('welcome', 0, 2, 1))
  hear(message('update', 2, 3, 2))
  hear(message('update', 5, 1, 4))
  expect([1, 2, 3, 5, 6].map((lines) => game.momentAt(lines)?.view.round)).toEqual([1, 1, 2, 2, 4])
  expect(game.over).toBe(true)
  expect(game.momentAt(1)?.view.round).toBe(4) // what lies before is forgotten
  hear(message('update', 4, 1, 3))
  expect([game.momentAt(5)?.view.round, game.momentAt(6)?.view.round]).toEqual([3, 3]) // somebody took the last answer back
})

test('a second click while an answer is on its way is not a second answer', async () => {
  const game = new LiveGame('g', ['secret'])
  void game.answer('attack')
  expect(await game.answer('attack')).toBe(false)
  expect(sent.map((one) => one.message['given'])).toEqual(['attack'])
  expect(game.busy).toBe(true)
})

test('between answers given in one go the controls wait, though each of them asks something else', async () => {
  const game = new LiveGame('g', ['secret'])
  const all = game.answerAll(['shooter', 'target'])
  sent[0]?.reply({ type: 'ack', note: '' })
  await Promise.resolve()
  expect(game.busy).toBe(true)
  await vi.waitFor(() => expect(sent.length).toBe(2))
  expect(await game.answer('somebody else')).toBe(false)
  expect(await game.command('pass')).toBe(false)
  expect(sent.length).toBe(2)
  sent[1]?.reply({ type: 'ack', note: '' })
  expect(await all).toBe(true)
  expect(game.busy).toBe(false)
})

test('what is asked next can be answered before the word comes that the last answer was taken', async () => {
  const game = new LiveGame('g', ['secret'])
  const first = game.answer('attack')
  game.stamp += 1 // the next question is here
  const second = game.answer('aim')
  expect(sent.map((one) => [one.message['given'], one.message['at']])).toEqual([['attack', 0], ['aim', 1]])
  sent[0]?.reply({ type: 'ack', note: '' })
  expect(await first).toBe(true)
  expect(game.busy).toBe(true)
  sent[1]?.reply({ type: 'ack', note: '' })
  expect(await second).toBe(true)
  expect(game.busy).toBe(false)
})
