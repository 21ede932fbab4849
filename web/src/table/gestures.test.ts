import { expect, test } from 'vitest'
import type { Point } from '../connection/vocabulary'
import { Gestures, type Handled } from './gestures.svelte'
import type { LiveGame } from './live.svelte'

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A server that is asked where a piece would come to stand, and answers when it is told to. */
function dragged() {
  const asked: Point[] = []
  const open: (() => void)[] = []
  const ask = ({ to }: { to: Point }) => {
    asked.push(to)
    return new Promise((resolve) => open.push(() => resolve({ type: 'ways', ways: [{ answers: [], label: '', path: [to], preview: { legal: true, followers: [{ key: 'b', path: [to] }] } }] })))
  }
  const handled = { moment: () => 'now', movables: () => new Set(['a']) }
  const gestures = new Gestures({ ask } as unknown as LiveGame, handled as unknown as Handled)
  return { gestures, asked, answer: async () => (open.shift()?.(), await settle()) }
}

test('while a piece is dragged only the latest wish waits, and its squad is seen where it would stand', async () => {
  const { gestures, asked, answer } = dragged()
  void gestures.foresee('a', [1, 0])
  void gestures.foresee('a', [2, 0])
  void gestures.foresee('a', [3, 0])
  await answer()
  expect(gestures.foreseen?.preview?.followers?.[0]?.path).toEqual([[1, 0]])
  await answer()
  expect(asked).toEqual([[1, 0], [3, 0]])
  expect(gestures.foreseen?.path).toEqual([[3, 0]])
})

test('what is told after the piece was let go is not shown, and the next drag is asked for', async () => {
  const { gestures, asked, answer } = dragged()
  void gestures.foresee('a', [1, 0])
  gestures.forget()
  void gestures.foresee('a', [5, 0])
  await answer()
  expect(gestures.foreseen).toBeNull()
  await answer()
  expect(asked.at(-1)).toEqual([5, 0])
  expect(gestures.foreseen?.path).toEqual([[5, 0]])
})
