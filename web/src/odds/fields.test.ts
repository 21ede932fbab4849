import { expect, test } from 'vitest'
import { fieldsOf, wishFrom } from './fields'

const schema = {
  required: ['weapon'],
  properties: {
    weapon: { enum: ['rifle', 'knife'], enumNames: ['service rifle', 'Knife'], title: 'Weapon' },
    in_cover: { type: 'boolean' },
    wounds: { anyOf: [{ type: 'integer', minimum: 1, maximum: 9 }, { type: 'null' }], default: null },
  },
}

test('a schema becomes fields with names, choices and limits', () => {
  const [weapon, cover, wounds] = fieldsOf(schema)
  expect(weapon).toMatchObject({ title: 'Weapon', choices: ['rifle', 'knife'], names: ['Service rifle', 'Knife'], initial: 'rifle', required: true })
  expect(cover).toMatchObject({ title: 'In cover', type: 'boolean' })
  expect(wounds).toMatchObject({ type: 'number', least: 1, most: 9, initial: '' })
})

test('only what is filled in is wished for, in its own type', () => {
  expect(wishFrom(fieldsOf(schema), { weapon: 'knife', in_cover: 'true', wounds: '' })).toEqual({ weapon: 'knife', in_cover: true })
  expect(wishFrom(fieldsOf(schema), { weapon: 'knife', wounds: '3' })).toEqual({ weapon: 'knife', wounds: 3 })
})

test('what is of use to another thing only is neither shown nor wished for', () => {
  const fields = fieldsOf({ properties: { what: { enum: ['attack', 'fall'] }, height: { type: 'number', when: ['fall'] } } })
  expect(wishFrom(fields, { what: 'attack', height: '3' })).toEqual({ what: 'attack' })
  expect(wishFrom(fields, { what: 'fall', height: '3' })).toEqual({ what: 'fall', height: 3 })
})
