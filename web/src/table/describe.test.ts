import { expect, test } from 'vitest'
import { hexKey, sideNames } from './describe'
import { shadeOf, textureOf } from './textures'
import type { TerrainPart } from '../connection/vocabulary'

test('keys that name a hex are read, others are not', () => {
  expect(hexKey('3,12')).toBe('3,12')
  expect(hexKey('hex 3,12')).toBe('3,12')
  expect(hexKey('blue-lord')).toBeNull()
})

test('sides have a name even when nobody gave one', () => {
  expect(sideNames([{ seat: 0, name: '' }, { seat: 1, name: '', faction: 'Orcs' }])).toEqual(['Blue', 'Orcs'])
})

test('on the plain table looks have patterns that can be told apart', () => {
  expect(textureOf('woods')).toBe('trees')
  expect(textureOf('hedge')).toBe('hedge')
  expect(textureOf('rubble')).toBe('rubble')
  expect(textureOf('something new')).toBe('dots')
})

test('higher ground is shaded deeper, in any unit', () => {
  const part = (top: number) => ({ top }) as TerrainPart
  expect([0, 1, 2, 3, 5].map((top) => shadeOf(part(top), 'in'))).toEqual([0, 1, 2, 3, 4])
  expect(shadeOf(part(2.54), 'cm')).toBe(1)
})
