import { beforeEach, expect, test } from 'vitest'
import { everyHeld, forget, fromFragment, keep, keysOf, readingSecret } from './keyring'

beforeEach(() => localStorage.clear())

test('secrets of a link are read from its fragment', () => {
  expect(fromFragment('#seat=one&seat=two')).toEqual({ seats: ['one', 'two'], watch: '', join: '' })
  expect(fromFragment('#join=invited')).toEqual({ seats: [], watch: '', join: 'invited' })
})

test('what is kept is merged, never doubled', () => {
  keep('g', { seats: ['one'], watch: 'w' })
  keep('g', { seats: ['one', 'two'] })
  expect(keysOf('g').seats).toEqual(['one', 'two'])
  expect(readingSecret('g')).toBe('one')
})

test('a spectator reads with the watch secret', () => {
  keep('g', { watch: 'w' })
  expect(readingSecret('g')).toBe('w')
})

test('a forgotten game is not listed', () => {
  keep('g', { seats: ['one'], watch: 'w' })
  keep('h', { watch: 'x' })
  forget('g')
  expect(everyHeld()).toEqual([{ game: 'h', secret: 'x' }])
})

test('broken storage is an empty ring', () => {
  localStorage.setItem('vanguard.keys', '{broken')
  expect(keysOf('g')).toEqual({ seats: [], watch: '', invitations: [] })
})
