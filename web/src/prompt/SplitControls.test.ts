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
  against: null,
  lots: [
    { key: 'riflemen', label: 'Riflemen (3)', at_least: 0, at_most: 4, dice: [], card: '', why_not: '' },
    { key: 'tank', label: 'Tank (9)', at_least: 0, at_most: 1, dice: [], card: '', why_not: '' },
  ],
  total: 5,
  up_to: true,
  examples: [],
  usual: null,
  purchase: false,
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
const suggest = async () => null as Record<string, number> | null
const settle = async () => {
  flushSync()
  await new Promise((resolve) => setTimeout(resolve, 0))
  flushSync()
}
const press = (label: string) => document.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`)?.click()
const confirm = () => document.querySelector<HTMLButtonElement>('[data-confirm]') as HTMLButtonElement

test('what the amounts come to is told while they are chosen, and amounts that will not do cannot be given', async () => {
  const onanswer = vi.fn()
  shown = mount(SplitControls, { target: document.body, props: { question, busy: false, weigh, suggest, oddsOf: async () => null, onanswer, onlook: () => {} } })
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
    { key: 'ada', label: 'Ada', at_least: 1, at_most: 3, dice: [], card: '', why_not: '' },
    { key: 'bo', label: 'Bo', at_least: 0, at_most: 2, dice: [], card: '', why_not: '' },
  ],
  total: 3,
  up_to: false,
} as SplitAsked

test('the chances of an attack follow the dice as they are split', async () => {
  vi.useFakeTimers()
  const oddsOf = vi.fn(async (amounts: Record<string, number>) => ({ option: '', label: `${amounts['ada']} at Ada`, outcomes: [{ label: 'Ada removed', chance: 0.25 }], details: {} }))
  shown = mount(SplitControls, { target: document.body, props: { question: dice, busy: false, weigh, suggest, oddsOf, onanswer: () => {}, onlook: () => {} } })
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

test('whoever can get nothing is named apart with the reason', async () => {
  const far = { key: 'far', label: 'Cy: 18.2" from Ada, at most 2" is allowed', at_least: 0, at_most: 0, dice: [], card: '', why_not: '' }
  const asked = { ...dice, lots: [...dice.lots, far] } as SplitAsked
  shown = mount(SplitControls, { target: document.body, props: { question: asked, busy: false, weigh, suggest, oddsOf: async () => null, onanswer: () => {}, onlook: () => {} } })
  await settle()
  expect(document.querySelectorAll('.lot')).toHaveLength(2)
  expect(document.querySelector('details')?.textContent).toContain('18.2" from Ada')
})

test('dice to be rolled again are picked as dice, no more than may be', async () => {
  const onanswer = vi.fn()
  const again = {
    ...question,
    prompt: 'Reroll up to 2 of the dice?',
    dice: { label: 'The dice so far', player: 0, faces: ['white blank', 'white plus', 'white blank', 'white blank'], marks: ['miss', 'hit', 'miss', 'miss'], needed: '', modifiers: [] },
    lots: [
      { key: 'white blank', label: 'white blank', at_least: 0, at_most: 3, dice: [0, 2, 3], card: '', why_not: '' },
      { key: 'white plus', label: 'white plus', at_least: 0, at_most: 1, dice: [1], card: '', why_not: '' },
    ],
    total: 2,
    up_to: true,
  } as SplitAsked
  shown = mount(SplitControls, { target: document.body, props: { question: again, busy: false, weigh: async () => null, suggest, oddsOf: async () => null, onanswer, onlook: () => {} } })
  await settle()
  const die = (i: number) => document.querySelector<HTMLButtonElement>(`button[data-die="${i}"]`) as HTMLButtonElement
  die(0).click()
  die(3).click()
  await settle()
  expect(die(0).getAttribute('aria-pressed')).toBe('true')
  expect(die(1).disabled).toBe(true)
  die(0).click()
  await settle()
  die(1).click()
  await settle()
  confirm().click()
  expect(onanswer).toHaveBeenCalledWith({ 'white blank': 1, 'white plus': 1 })
})

const purchase = { ...question, examples: [{ riflemen: 1 }, {}], purchase: true } as SplitAsked
const buys = (props: Partial<{ suggest: typeof suggest; onanswer: (given: Record<string, number>) => void }>) => {
  shown = mount(SplitControls, { target: document.body, props: { question: purchase, busy: false, weigh, suggest, oddsOf: async () => null, onanswer: () => {}, onlook: () => {}, ...props } })
}

test('a purchase begins as a bot would buy, and can be changed', async () => {
  const onanswer = vi.fn()
  buys({ suggest: async () => ({ riflemen: 3 }), onanswer })
  flushSync()
  expect(confirm().disabled).toBe(true) // not before something is proposed
  await settle()
  expect(document.body.textContent).toContain('9 of 10 requisition')
  press('One less for Riflemen (3)')
  await settle()
  confirm().click()
  expect(onanswer).toHaveBeenCalledWith({ riflemen: 2 })
})

test('what cannot be bought now is not laid out but says why, and a card can be read before it is bought', async () => {
  const [riflemen, tank] = purchase.lots as [SplitAsked['lots'][0], SplitAsked['lots'][0]]
  const asked = { ...purchase, lots: [{ ...riflemen, card: 'us-riflemen' }, { ...tank, why_not: 'Tank needs supply level 4; yours is 1' }] }
  const cards = { 'us-riflemen': { name: 'Riflemen', type: 'Infantry', points: 3, stats: [{ label: 'Health', value: '3' }], blocks: [] } }
  shown = mount(SplitControls, { target: document.body, props: { question: asked, cards, busy: false, weigh, suggest, oddsOf: async () => null, onanswer: () => {}, onlook: () => {} } })
  await settle()
  expect(document.body.querySelector('[aria-label="One more for Tank (9)"]')).toBeNull()
  expect(document.body.querySelector('details')?.textContent).toContain('Tank needs supply level 4; yours is 1')
  expect(document.body.textContent).not.toContain('Health')
  document.body.querySelector<HTMLButtonElement>('.read')?.click()
  flushSync()
  expect(document.body.textContent).toContain('Health')
})

test('where no bot advises, a purchase begins with something that can be bought', async () => {
  buys({})
  await settle()
  expect(document.body.textContent).toContain('3 of 10 requisition')
})

test('whoever chooses before the proposal comes keeps their own choice', async () => {
  let come: (given: Record<string, number>) => void = () => {}
  buys({ suggest: () => new Promise((resolve) => (come = resolve)) })
  flushSync()
  press('One more for Tank (9)')
  come({ riflemen: 3 })
  await settle()
  expect(document.body.textContent).toContain('9 of 10 requisition')
  expect(document.querySelector('[aria-label="Amount for Tank (9)"]')?.textContent).toBe('1')
})

test('to buy nothing is asked once more, and a double click is no second thought', async () => {
  const onanswer = vi.fn()
  buys({ onanswer })
  await settle()
  press('One less for Riflemen (3)')
  await settle()
  confirm().click()
  await settle()
  expect(document.querySelector('[data-doubt]')).not.toBeNull()
  confirm().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
  await settle()
  expect(onanswer).not.toHaveBeenCalled()
  confirm().click()
  expect(onanswer).toHaveBeenCalledWith({})
})

test('by keyboard each lot is one stop, arrows change it, a digit is one more, and Enter confirms from anywhere', async () => {
  const onanswer = vi.fn()
  const controls = mount(SplitControls, { target: document.body, props: { question, busy: false, weigh, suggest, oddsOf: async () => null, onanswer, onlook: () => {} } }) as { press: (key: string) => boolean }
  shown = controls as unknown as Record<string, unknown>
  await settle()
  const riflemen = document.querySelector<HTMLElement>('[aria-label="Amount for Riflemen (3)"]') as HTMLElement
  const arrow = (key: string) => riflemen.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  arrow('ArrowUp')
  arrow('ArrowUp')
  arrow('ArrowDown')
  await settle()
  expect(riflemen.getAttribute('aria-valuenow')).toBe('1')
  expect(document.querySelectorAll('.lot [tabindex="0"], .lot button:not([tabindex="-1"])')).toHaveLength(2)
  expect(controls.press('2')).toBe(true)
  expect(controls.press('3')).toBe(false) // there is no third lot
  await settle()
  controls.press('Enter')
  expect(onanswer).not.toHaveBeenCalled() // 12 of 10 requisition
  arrow('Home')
  await settle()
  controls.press('Enter')
  expect(onanswer).toHaveBeenCalledWith({ tank: 1 })
})
