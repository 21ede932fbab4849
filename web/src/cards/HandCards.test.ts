import { flushSync, mount, unmount } from 'svelte'
import { expect, test } from 'vitest'
import type { Cards, Hand } from '../connection/vocabulary'
import HandCards from './HandCards.svelte'

const hand: Hand = { side: 0, cards: [{ key: 'c1', name: 'Ninth Line Cohort', card: 'cohort', in_hand: true, state: 'ready' }] }
const cards: Cards = {
  cohort: {
    name: 'Ninth Line Cohort',
    stats: [{ label: 'Mr', value: '7/6', name: 'Morale' }],
    blocks: [{ title: 'Weapons', lines: [{ name: 'Service rifle', text: 'Gun, P 2, Sr 1' }] }],
    letters: [{ name: 'Sr', text: 'Spread: how many attacks it makes' }],
  },
}

test('the letters on a card say what they stand for, to the pointer and to a tap', () => {
  const shown = mount(HandCards, { target: document.body, props: { hand, cards, title: 'Your cards' } })
  flushSync()
  expect(document.querySelector('.stats span')?.getAttribute('title')).toBe('Morale')
  expect(document.body.textContent).not.toContain('Spread')
  expect(document.querySelector('.weapons')?.textContent).toBe('Service rifle')
  document.querySelector<HTMLButtonElement>('button.stats')?.click()
  flushSync()
  expect(document.querySelector('.card-view .means')?.textContent).toBe('Morale')
  expect(document.querySelector('.card-view .letters')?.textContent).toContain('Spread: how many attacks it makes')
  void unmount(shown)
})
