import { expect, test } from 'vitest'
import { bounded, filled, oneMore } from './split'

const lots = [
  { key: 'a', label: 'A', at_least: 0, at_most: 2, dice: [], card: '', why_not: '' },
  { key: 'b', label: 'B', at_least: 1, at_most: 9, dice: [], card: '', why_not: '' },
]

test('a split that must be complete starts complete, within the limits of each lot', () => {
  expect(filled({ lots, total: 5, up_to: false })).toEqual({ a: 2, b: 3 })
})

test('a split begins with what most would give, where that is known', () => {
  expect(filled({ lots, total: 5, up_to: false, usual: { b: 5 } })).toEqual({ a: 0, b: 5 })
})

test('a split that may leave something starts with what must be', () => {
  expect(filled({ lots, total: 5, up_to: true })).toEqual({ a: 0, b: 1 })
})

test('a lot takes no more than its limit, and no more than the others leave', () => {
  const question = { lots, total: 5, up_to: true }
  expect(bounded(question, { a: 0, b: 1 }, 'a', 7)).toBe(2)
  expect(bounded(question, { a: 2, b: 1 }, 'b', 9)).toBe(3)
  expect(bounded(question, { a: 2, b: 1 }, 'b', 0)).toBe(1)
})

test('of two lots between which everything is divided one gives what the other gets', () => {
  const question = { lots, total: 4, up_to: false }
  expect(oneMore(question, { a: 1, b: 2 }, 'a')).toEqual({ a: 2, b: 2 })
  expect(oneMore(question, { a: 1, b: 3 }, 'a')).toEqual({ a: 2, b: 2 })
  expect(oneMore(question, { a: 2, b: 2 }, 'a')).toEqual({ a: 2, b: 2 }) // no more than its limit
  expect(oneMore({ ...question, total: 2 }, { a: 1, b: 1 }, 'a')).toEqual({ a: 1, b: 1 }) // b keeps what it must have
  expect(oneMore({ ...question, up_to: true }, { a: 1, b: 3 }, 'a')).toEqual({ a: 1, b: 3 })
  const third = { ...(lots[0] as (typeof lots)[0]), key: 'c' }
  expect(oneMore({ ...question, lots: [...lots, third] }, { a: 1, b: 3, c: 0 }, 'a')).toEqual({ a: 1, b: 3, c: 0 }) // from whom?
})
