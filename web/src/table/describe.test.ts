import { expect, test } from 'vitest'
import { describeMarker, hexKey, roundWord, sideNames } from './describe'
import { shadeOf, textureOf } from './textures'
import type { Marker, TerrainPart } from '../connection/vocabulary'

test('keys that name a hex are read, others are not', () => {
  expect(hexKey('3,12')).toBe('3,12')
  expect(hexKey('hex 3,12')).toBe('3,12')
  expect(hexKey('blue-lord')).toBeNull()
})

test('a round has the name that the rulebook gives it', () => {
  expect(['Round', 'Turning Point'].map((round_name) => roundWord({ round_name }))).toEqual(['round', 'Turning Point'])
})

test('sides have a name even when nobody gave one', () => {
  expect(sideNames([{ seat: 0, name: '' }, { seat: 1, name: '', faction: 'Orcs' }])).toEqual(['Blue', 'Orcs'])
})

test('an objective says its name, what it is worth to each side, and who holds it', () => {
  const marker = (more: Partial<Marker>) => ({ key: 'm', kind: 'objective', label: 'Marker 3', x: 1, y: 2, radius: 1, at: null, side: null, points: [], ...more }) as Marker
  const names: [string, string] = ['Blue', 'Red']
  expect(describeMarker(marker({}), names)).toBe('Marker 3, held by nobody')
  expect(describeMarker(marker({ points: [2, 2], side: 0 }), names)).toBe('Marker 3, worth 2, held by Blue')
  expect(describeMarker(marker({ points: [1, 2], side: 1 }), names)).toBe('Marker 3, worth 1 / 2, held by Red')
  expect(describeMarker(marker({ kind: 'relic', label: 'Relic' }), names)).toBe('Relic')
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
