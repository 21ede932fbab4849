import { expect, test } from 'vitest'
import type { Option } from '../connection/vocabulary'
import { grouped } from './grouped'

const names: Record<string, string> = { a: 'Boy 1', b: 'Boy 2', c: 'Trukk' }
const nameOf = (key: string) => names[key] ?? key
const option = (label: string, ...about: string[]): Option => ({ key: label, label, why_not: '', clause: '', about, dice: [], card: '', deed: '', grave: false, does: '', rule: '', idle: false })
const told = (options: Option[]) => grouped(options, nameOf).map(({ heading, answers }) => [heading, ...answers.map((one) => one.short)])

test('what answers have in common is told once, and each by whom it is about', () => {
  const shots = ['a', 'b', 'c'].flatMap((key) => option(`bolter at ${nameOf(key)}`, key))
  expect(told([...shots, option('Shoot no more')])).toEqual([
    ['bolter at', 'Boy 1', 'Boy 2', 'Trukk'],
    ['', 'Shoot no more'],
  ])
})

test('where no piece is named last, what stands before the last colon is in common', () => {
  const orders = ['Take Aim', 'Hold', 'Run'].map((order) => option(`Officer to Boy 1: ${order}`, 'a'))
  expect(told(orders)).toEqual([['Officer to Boy 1', 'Take Aim', 'Hold', 'Run']])
})

test('names alone, and beginnings that few share, stand for themselves in their order', () => {
  expect(told([option('Boy 1', 'a'), option('knife at Boy 2', 'b'), option('knife at Trukk', 'c')])).toEqual([['', 'Boy 1', 'knife at Boy 2', 'knife at Trukk']])
})
