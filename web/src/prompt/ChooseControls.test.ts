import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChooseAsked } from '../connection/vocabulary'
import ChooseControls from './ChooseControls.svelte'

const question: ChooseAsked = {
  kind: 'choose',
  seat: 0,
  prompt: 'What does it do?',
  clause: 'activation.budget',
  about: [],
  secret: false,
  reveals: false,
  dice: null,
  against: null,
  passes: null,
  options: [
    { key: 'walk', label: 'Walk', why_not: '', clause: '', about: ['a'], dice: [], card: '', deed: '', grave: false, does: '', rule: '', idle: false },
    { key: 'shoot', label: 'Shoot', why_not: 'engaged models may not shoot', clause: 'ranged.engaged', about: ['b'], dice: [], card: '', deed: '', grave: false, does: '', rule: '', idle: false },
    { key: 'aim', label: 'Aim', why_not: '', clause: '', about: ['b'], dice: [], card: '', deed: '', grave: false, does: '', rule: '', idle: false },
  ],
}

let shown: Record<string, unknown> | undefined
afterEach(() => {
  if (shown) void unmount(shown)
  document.body.innerHTML = ''
})

function show(more: object = {}) {
  const onanswer = vi.fn()
  shown = mount(ChooseControls, {
    target: document.body,
    props: { question, odds: new Map(), busy: false, onanswer, onlook: () => {}, onclear: () => {}, ...more },
  })
  flushSync()
  return onanswer
}

test('available answers are buttons; the others say what forbids them and cite the rule', () => {
  show()
  expect([...document.querySelectorAll('[data-option]')].map((one) => one.getAttribute('data-option'))).toEqual(['walk', 'aim'])
  expect(document.body.textContent).toContain('engaged models may not shoot')
  expect(document.querySelector<HTMLElement>('.clause')?.dataset.clause).toBe('ranged.engaged')
})

test('answers of one name that are ruled out for different reasons are all told', () => {
  const barred = ['it is out of range', 'it cannot be seen'].map((why, i) => ({ key: `shoot ${i}`, label: 'Shoot', why_not: why, clause: '', about: [], dice: [], card: '', deed: '', grave: false, does: '', rule: '', idle: false }))
  show({ question: { ...question, options: [...question.options, ...barred] } })
  for (const { why_not: why } of barred) expect(document.body.textContent).toContain(why)
})

test('a click answers with the key', () => {
  const onanswer = show()
  document.querySelector<HTMLButtonElement>('[data-option="aim"]')?.click()
  expect(onanswer).toHaveBeenCalledWith('aim')
})

test('only what concerns the picked model is offered', () => {
  show({ about: 'b' })
  expect(document.querySelectorAll('[data-option]')).toHaveLength(1)
})

test('the most telling chance stands beside its answer', () => {
  show({ odds: new Map([['aim', { option: 'aim', label: 'Aim', outcomes: [{ label: 'removed', chance: 0.421 }], details: {} }]]) })
  expect(document.querySelector('[data-option="aim"]')?.textContent).toContain('42 %')
})

test('beside the chance that the target goes stands the chance that it is harmed at all', () => {
  const details = { models: [{ key: 'b', removed: 0.111, mean: 1, exactly: { 0: 0.198 } }] }
  show({ odds: new Map([['aim', { option: 'aim', label: 'Aim', outcomes: [], details }]]) })
  expect(document.querySelector('[data-option="aim"] .chance')?.textContent).toBe('removed 11 %, harmed 80 %')
})

test('in a long list what ends it stays in sight below, and every answer has the key it would have without', () => {
  const men = Array.from({ length: 11 }, (_, i) => ({ key: `m${i}`, label: `Boy ${i}`, why_not: '', clause: '', about: [`m${i}`], dice: [], card: '', deed: '', grave: false }))
  const done = { ...men[0]!, key: 'done', label: 'End the phase', about: men.map((one) => one.key) }
  const onanswer = show({ question: { ...question, passes: 'done', options: [...men, done] } })
  expect([...document.querySelectorAll('.kept [data-option]')].map((one) => one.getAttribute('data-option'))).toEqual(['done'])
  expect(document.querySelectorAll('[data-option]').length).toBe(12)
  expect(document.querySelector('[data-option="m8"] kbd')?.textContent).toBe('9')
  document.querySelector<HTMLButtonElement>('[data-option="done"]')?.click()
  expect(onanswer).toHaveBeenCalledWith('done')
})

test('what an answer does stands on it; what several do alike is said once', () => {
  const [first, , last] = question.options
  if (!first || !last) throw new Error('two answers are wanted')
  show({ question: { ...question, options: [{ ...first, does: 'The unit becomes Hidden.' }, last] } })
  expect(document.querySelector('[data-option=walk]')?.textContent).toContain('The unit becomes Hidden.')
  if (shown) void unmount(shown)
  show({ question: { ...question, options: [{ ...first, does: 'It is restored.' }, { ...last, does: 'It is restored.' }] } })
  expect(document.querySelector('[data-option=walk]')?.textContent).not.toContain('restored')
  expect(document.body.textContent?.match(/It is restored\./g)).toHaveLength(1)
})

test('the rule behind an answer is told to whoever comes to it by key, and described to a screen reader', () => {
  const [first] = question.options
  if (!first) throw new Error('an answer is wanted')
  show({ question: { ...question, options: [{ ...first, rule: 'Walk: up to its speed.' }] } })
  const button = document.querySelector<HTMLButtonElement>('[data-option=walk]')
  expect(document.getElementById(button?.getAttribute('aria-describedby') ?? '')?.textContent?.trim()).toBe('Walk: up to its speed.')
  expect(document.querySelector('.tip')).toBeNull()
  if (button) button.matches = () => true
  button?.dispatchEvent(new FocusEvent('focus'))
  flushSync()
  expect(document.querySelector('.tip')?.textContent).toBe('Walk: up to its speed.')
  button?.dispatchEvent(new FocusEvent('blur'))
  flushSync()
  expect(document.querySelector('.tip')).toBeNull()
})

test('a finger that stays on an answer reads it and does not give it', () => {
  vi.useFakeTimers()
  const [first] = question.options
  if (!first) throw new Error('an answer is wanted')
  const onanswer = show({ question: { ...question, options: [{ ...first, rule: 'Walk: up to its speed.' }] } })
  const button = document.querySelector<HTMLButtonElement>('[data-option=walk]')
  const touch = (kind: string) => button?.dispatchEvent(Object.assign(new Event(kind), { pointerType: 'touch' }))
  touch('pointerdown')
  vi.advanceTimersByTime(600)
  flushSync()
  expect(document.querySelector('.tip')?.textContent).toBe('Walk: up to its speed.')
  button?.click()
  expect(onanswer).not.toHaveBeenCalled()
  touch('pointerdown')
  button?.click()
  expect(onanswer).toHaveBeenCalledWith('walk')
  vi.useRealTimers()
})

test('of a long list the last answer, which is about nothing, stays in sight; of a list of names it does not', () => {
  const one = (key: string, about: string[]) => ({ key, label: key, why_not: '', clause: '', about, dice: [], card: '', deed: '', grave: false, does: '', rule: '', idle: false })
  const targets = Array.from({ length: 10 }, (_, i) => one(`shoot ${i}`, [`enemy ${i}`]))
  show({ question: { ...question, options: [...targets, one('end', [])] } })
  expect(document.querySelector('.kept [data-option]')?.getAttribute('data-option')).toBe('end')
  if (shown) void unmount(shown)
  show({ question: { ...question, options: Array.from({ length: 11 }, (_, i) => one(`name ${i}`, [])) } })
  expect(document.querySelector('.kept')).toBeNull()
})
