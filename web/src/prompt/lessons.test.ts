import { beforeEach, describe, expect, it } from 'vitest'
import type { LessonShown } from '../connection/vocabulary'
import { Lessons, newAt } from './lessons.svelte'

const lesson = (key: string, ...asked: string[]): LessonShown => ({ key, title: key, text: `${key}.`, asked })
const ALL = [lesson('goal'), lesson('orders', 'order'), lesson('moving', 'move', 'dash')]
const keys = (lessons: LessonShown[]) => lessons.map((one) => one.key)

describe('lessons', () => {
  beforeEach(() => localStorage.clear())

  it('are told at their question, what the game is about before all others', () => {
    expect(keys(newAt('move', ALL, new Set()))).toEqual(['goal', 'moving'])
    expect(keys(newAt('move', ALL, new Set(['goal'])))).toEqual(['moving'])
    expect(newAt('fight', ALL, new Set(['goal']))).toEqual([])
  })

  it('are told once, also when the page is opened anew', () => {
    const lessons = new Lessons('game', ALL)
    lessons.asked('1', 'order')
    expect(keys(lessons.telling)).toEqual(['goal', 'orders'])
    lessons.next()
    expect(keys(lessons.telling)).toEqual(['orders'])
    lessons.asked('2', 'dash')
    lessons.asked('3', 'move')
    expect(lessons.telling).toEqual([])
    const again = new Lessons('game', ALL)
    again.asked('1', 'order')
    expect(again.telling).toEqual([])
  })

  it('stay while the same question stands', () => {
    const lessons = new Lessons('game', ALL)
    lessons.asked('1', 'order')
    lessons.asked('1', 'order')
    expect(keys(lessons.telling)).toEqual(['goal', 'orders'])
  })

  it('that were answered past are told the next time', () => {
    const lessons = new Lessons('game', ALL)
    lessons.asked('1', 'order')
    lessons.asked('2', 'order')
    expect(keys(lessons.telling)).toEqual(['orders'])
  })

  it('of one game say nothing of another', () => {
    new Lessons('game', ALL).asked('1', 'order')
    const other = new Lessons('other', ALL)
    other.asked('1', 'order')
    expect(keys(other.telling)).toEqual(['goal', 'orders'])
  })

  it('do not mind what somebody else kept at their place', () => {
    localStorage.setItem('vanguard.lessons', '{"game": 3}')
    const lessons = new Lessons('game', ALL)
    lessons.asked('1', 'move')
    expect(keys(lessons.telling)).toEqual(['goal', 'moving'])
  })
})
