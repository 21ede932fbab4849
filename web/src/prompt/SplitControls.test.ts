import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { SplitAsked } from '../connection/vocabulary'
import SplitControls from './SplitControls.svelte'

const question = {
  kind: 'split',
  seat: 0,
  prompt: 'Recruit units with 10 requisition',
  clause: 'recruit.spend',
  about: [],
  secret: true,
  reveals: true,
  dice: null,
  lots: [
    { key: 'riflemen', label: 'Riflemen (3)', at_least: 0, at_most: 4 },
    { key: 'tank', label: 'Tank (9)', at_least: 0, at_most: 1 },
  ],
  total: 5,
  up_to: true,
  examples: [],
} as SplitAsked

let shown: Record<string, unknown> | undefined
afterEach(() => {
  if (shown) void unmount(shown)
  document.body.innerHTML = ''
})

/** A server that knows what things cost. */
const weigh = async (amounts: Record<string, number>) => {
  const price = 3 * (amounts['riflemen'] ?? 0) + 9 * (amounts['tank'] ?? 0)
  return { legal: price <= 10, why: price <= 10 ? '' : `this costs ${price}`, clause: 'recruit.cost', told: `${price} of 10 requisition` }
}
const settle = async () => {
  flushSync()
  await new Promise((resolve) => setTimeout(resolve, 0))
  flushSync()
}
const press = (label: string) => document.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`)?.click()
const confirm = () => document.querySelector<HTMLButtonElement>('[data-confirm]') as HTMLButtonElement

test('what the amounts come to is told while they are chosen, and amounts that will not do cannot be given', async () => {
  const onanswer = vi.fn()
  shown = mount(SplitControls, { target: document.body, props: { question, busy: false, weigh, oddsOf: async () => null, onanswer, onlook: () => {} } })
  await settle()
  expect(document.body.textContent).toContain('0 of 10 requisition')
  press('One more for Tank (9)')
  await settle()
  expect(document.body.textContent).toContain('9 of 10 requisition')
  expect(confirm().disabled).toBe(false)
  press('One more for Riflemen (3)')
  await settle()
  expect(document.querySelector('.why')?.textContent).toContain('this costs 12')
  expect(confirm().disabled).toBe(true)
  press('One less for Riflemen (3)')
  await settle()
  confirm().click()
  expect(onanswer).toHaveBeenCalledWith({ tank: 1 })
})

const dice = {
  ...question,
  prompt: 'Split 3 dice of Gauss Reaper',
  clause: 'ranged.split',
  lots: [
    { key: 'ada', label: 'Ada', at_least: 1, at_most: 3 },
    { key: 'bo', label: 'Bo', at_least: 0, at_most: 2 },
  ],
  total: 3,
  up_to: false,
} as SplitAsked

test('the chances of an attack follow the dice as they are split', async () => {
  vi.useFakeTimers()
  const oddsOf = vi.fn(async (amounts: Record<string, number>) => ({ option: '', label: `${amounts['ada']} at Ada`, outcomes: [{ label: 'Ada removed', chance: 0.25 }], details: {} }))
  shown = mount(SplitControls, { target: document.body, props: { question: dice, busy: false, weigh, oddsOf, onanswer: () => {}, onlook: () => {} } })
  flushSync()
  await vi.runAllTimersAsync()
  flushSync()
  expect(oddsOf).toHaveBeenCalledTimes(1)
  expect(document.body.textContent).toContain('25.0 %')
  press('One less for Ada')
  flushSync()
  await vi.runAllTimersAsync()
  expect(oddsOf).toHaveBeenCalledTimes(1) // a die is not given yet
  press('One more for Bo')
  flushSync()
  await vi.runAllTimersAsync()
  flushSync()
  expect(oddsOf).toHaveBeenCalledTimes(2)
  expect(document.body.textContent).toContain('2 at Ada')
  vi.useRealTimers()
})
