import { expect, test } from 'vitest'
import { ago, seatsFor } from './setup'

test('the person sits where they chose, the bot opposite', () => {
  expect(seatsFor('bot', 1, 'random', 'Ada')).toEqual([
    { kind: 'bot', level: 'random', name: null },
    { kind: 'human', level: null, name: 'Ada' },
  ])
})

test('two at one screen are two people of this browser', () => {
  expect(seatsFor('screen', 0, '', '').map((seat) => seat.kind)).toEqual(['human', 'human'])
})

test('times past are told roughly', () => {
  expect(ago(1000, 1010)).toBe('just now')
  expect(ago(0, 600)).toBe('10 min ago')
  expect(ago(0, 7200)).toBe('2 h ago')
  expect(ago(0, 864_000)).toBe('10 days ago')
})
