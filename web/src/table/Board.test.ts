import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import { completeTable, completeView } from '../connection/vocabulary'
import Board from './Board.svelte'

const table = completeTable({
  kind: 'measured',
  unit: 'in',
  width: 24,
  depth: 24,
  parts: [{ name: 'ruin', kind: 'rubble', label: 'Ruin', points: [[1, 1], [5, 1], [5, 5]], top: 3 }],
  zones: [{ key: 'north', label: 'North', side: 1, points: [[0, 20], [24, 20], [24, 24], [0, 24]] }],
})
const view = completeView({
  players: [
    { seat: 0, name: 'Blue' },
    { seat: 1, name: 'Red' },
  ],
  models: [
    { key: 'b1', name: 'Trooper', label: '1', side: 0, x: 4, y: 4, radius: 0.6, wounds: 1, max_wounds: 2, status: [{ key: 'f', label: 'Fatigued' }] },
    { key: 'r1', name: 'Raider', label: '2', side: 1, x: 8, y: 8, radius: 0.6 },
    { key: 'r2', name: 'Reserve', label: '3', side: 1, on_table: false },
  ],
  markers: [{ key: 'm', kind: 'objective', label: 'Relic', x: 12, y: 12, radius: 0.5 }],
})

let shown: Record<string, unknown> | undefined
afterEach(() => {
  if (shown) void unmount(shown)
  document.body.innerHTML = ''
})

function show(more: object = {}) {
  shown = mount(Board, { target: document.body, props: { table, view, ...more } })
  flushSync()
}

const one = (selector: string) => document.querySelector(selector)

test('only models on the table are drawn, each with a label a screen reader can say', () => {
  show()
  expect(document.querySelectorAll('[data-model]')).toHaveLength(2)
  expect(one('[data-model="b1"] [role="button"]')?.getAttribute('aria-label')).toBe('Trooper, Blue, 1 of 2 wounds, Fatigued, at 4, 4')
})

test('the sides differ by shape and not by colour alone', () => {
  show()
  expect(one('[data-model="b1"] circle.plate')).not.toBeNull()
  expect(one('[data-model="r1"] path.plate')).not.toBeNull()
})

test('a base is drawn at its true size and place, north up', () => {
  show()
  expect(one('[data-model="b1"]')?.getAttribute('transform')).toBe('translate(4 20)')
  expect(one('[data-model="b1"] .base')?.getAttribute('r')).toBe('0.6')
})

test('turning the table around puts the other side at the bottom', () => {
  show({ flipped: true })
  expect(one('[data-model="b1"]')?.getAttribute('transform')).toBe('translate(20 4)')
})

test('what the prompt speaks about is highlighted, and Enter picks it', () => {
  const onpick = vi.fn()
  show({ options: new Set(['r1']), onpick })
  expect(one('[data-model="r1"]')?.classList.contains('option')).toBe(true)
  expect(one('[data-model="b1"]')?.classList.contains('option')).toBe(false)
  one('[data-model="r1"] [role="button"]')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  expect(onpick).toHaveBeenCalledWith({ kind: 'model', key: 'r1', at: null }, { shift: false, touch: false, keyboard: true })
})

test('a plan shows its ghost where the legal path ends, and the wish beyond it', () => {
  show({ plan: { mover: 'b1', start: [4, 4], waypoints: [], wish: [4, 20], path: [[4, 10]], preview: { legal: true } } })
  expect(one('[data-ghost]')?.getAttribute('transform')).toBe('translate(4 14)')
  expect(one('.ghost .wish')?.getAttribute('cy')).toBe('4')
})

test('terrain says its name and height', () => {
  show()
  expect(one('.part title')?.textContent).toContain('Ruin, 3″ high')
})

test('what is planned for a piece shows what it is, not a plain disc', () => {
  const sniper = { ...view, models: view.models.map((model) => (model.key === 'r2' ? { ...model, look: 'sniper' } : model)) }
  show({ view: sniper, plan: { mover: 'r2', start: null, waypoints: [], wish: null, path: [[4, 10]], preview: { legal: true } } })
  expect(one('[data-ghost] [data-look="sniper"] .body')?.getAttribute('d')).toBeTruthy()
})

test('the name of an objective is written where nobody stands on it', () => {
  const named = () => [...document.querySelectorAll('.flags .name')].find((text) => text.textContent === 'Relic')
  show()
  const below = Number(named()?.getAttribute('y'))
  expect(below).toBeGreaterThan(12)
  if (shown) void unmount(shown)
  document.body.innerHTML = ''
  show({ view: { ...view, models: [...view.models, { ...view.models[0], key: 'b2', x: 12, y: 11 }] } })
  expect(Number(named()?.getAttribute('y'))).toBeLessThan(below - 0.3)
})

test('what lies in a hex is drawn above the figures that stand there', () => {
  const hexes = completeTable({ kind: 'hexes', unit: 'hex', width: 3, depth: 3, hexes: [{ at: [1, 1], terrain: 'open', label: 'Open' }] })
  const strike = completeView({
    players: [{ seat: 0 }, { seat: 1 }],
    models: [{ key: 'g', name: 'Grenadiers', side: 1, at: [1, 1] }],
    markers: [{ key: 'air', kind: 'airstrike', label: 'Airstrike', at: [1, 1] }],
  })
  show({ table: hexes, view: strike })
  const marker = one('[data-marker="air"]') as Element
  expect((one('[data-model="g"]') as Element).compareDocumentPosition(marker) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('the name of terrain is not written where a piece would hide half of it', () => {
  const written = () => [...document.querySelectorAll('.names text')].some((text) => text.textContent === 'Ruin')
  const standing = (x: number, y: number) => {
    if (shown) void unmount(shown)
    document.body.innerHTML = ''
    show({ view: { ...view, models: [{ ...view.models[0], x, y }] } })
  }
  standing(20, 20)
  expect(written()).toBe(true)
  standing(3, 3)
  expect(written()).toBe(false)
})
