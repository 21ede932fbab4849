import { expect, test } from 'vitest'
import type { Option } from '../connection/vocabulary'
import { givable, onlyAnswer } from './order'

const option = (key: string, more: Partial<Option> = {}): Option => ({ key, label: key, why_not: '', clause: '', about: [], dice: [], card: '', deed: '', grave: false, does: '', rule: '', idle: false, ...more })

test('what can gain nothing comes last, and what is forbidden not at all', () => {
  const options = [option('aim', { idle: true }), option('attack', { why_not: 'no enemy' }), option('walk'), option('end')]
  expect(givable(options).map((one) => one.key)).toEqual(['walk', 'end', 'aim'])
})

test('nobody is asked where only one answer can come to anything', () => {
  const idle = option('aim', { idle: true })
  expect(onlyAnswer([idle, option('end')])?.key).toBe('end')
  expect(onlyAnswer([option('walk'), option('end'), idle])).toBeNull()
  expect(onlyAnswer([idle])).toBeNull()
  expect(onlyAnswer([option('end', { grave: true }), idle])).toBeNull()
})
