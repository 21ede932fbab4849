import { expect, test } from 'vitest'
import { distinct } from './modifiers'

test('a modifier that several weapons have in common is told once', () => {
  const dodge = { amount: -2, label: 'Dodge', clause: 'shoot.dodge' }
  const cover = { amount: -2, label: 'Cover', clause: 'shoot.cover' }
  expect(distinct([dodge, cover, { ...dodge }, { ...dodge, amount: -1 }])).toEqual([dodge, cover, { ...dodge, amount: -1 }])
})
