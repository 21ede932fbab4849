import { flushSync, mount, unmount } from 'svelte'
import { expect, test } from 'vitest'
import Die from './Die.svelte'

function drawn(face: number | string, mark = ''): HTMLElement {
  const target = document.createElement('div')
  const die = mount(Die, { target, props: { face, mark } })
  flushSync()
  const copy = target.cloneNode(true) as HTMLElement
  void unmount(die)
  return copy
}

test('a D6 has pips, a symbol die its drawn symbols, any other face its text', () => {
  expect(drawn(5).querySelectorAll('circle').length).toBe(5)
  const symbols = [...drawn('black dash+plus', 'hit').querySelectorAll('[data-symbol]')].map((one) => one.getAttribute('data-symbol'))
  expect(symbols).toEqual(['dash', 'plus'])
  expect(drawn('black dash+plus').querySelector('text')).toBeNull()
  expect(drawn('Ace').querySelector('text')?.textContent).toBe('Ace')
})

test('what a die came to is a word and a shape', () => {
  expect(drawn(6, 'critical').querySelector('.sign')).not.toBeNull()
  expect(drawn(1, 'miss').querySelector('.slash')).not.toBeNull()
  expect(drawn(1, 'miss').textContent).toContain('miss')
})
