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

test('a second click while an answer is on its way is not a second answer', async () => {
  const game = new LiveGame('g', ['secret'])
  void game.answer('attack')
  expect(await game.answer('attack')).toBe(false)
  expect(sent.map((one) => one.message['given'])).toEqual(['attack'])
  expect(game.busy).toBe(true)
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
