import { expect, test } from 'vitest'
import { type Desk, type Entry, emptyDesk, entryAfter, laidOut } from '#studio/app/desk-state.ts'

const image = (id: string): Entry => ({ kind: 'image', id })
const video = (id: string): Entry => ({ kind: 'video', id })
const always = () => true
const ids = ({ entries }: Desk) => entries.map(({ id }) => id).join('')

test('pictures and videos stand in the order they came', () => {
  const one = laidOut(emptyDesk, [image('a')], always)
  const two = laidOut(one, [image('a'), video('v')], always)
  const three = laidOut(two, [image('a'), image('b'), video('v')], always)
  expect(ids(three)).toBe('avb')
  expect(three.selectedId).toBe('a')
})

test('what came on an earlier visit and is finished takes the stage from nobody', () => {
  const desk = laidOut(emptyDesk, [video('old')], () => false)
  expect(desk.selectedId).toBeNull()
  expect(laidOut(desk, [image('a'), video('old')], always).selectedId).toBe('a')
})

test('what was on the stage and is gone leaves its place to its neighbour', () => {
  const desk = laidOut(emptyDesk, [image('a'), video('v'), image('b')], always)
  expect(laidOut({ ...desk, selectedId: 'v' }, [image('a'), image('b')], always).selectedId).toBe('b')
  expect(laidOut({ ...desk, selectedId: 'b' }, [image('a'), video('v')], always).selectedId).toBe('v')
  expect(laidOut(desk, [], always)).toEqual(emptyDesk)
})

test('next goes over pictures and videos alike, and around the end', () => {
  const desk = laidOut(emptyDesk, [image('a'), video('v')], always)
  expect(entryAfter(desk)).toEqual(video('v'))
  expect(entryAfter({ ...desk, selectedId: 'v' })).toEqual(image('a'))
  expect(entryAfter(emptyDesk)).toBeNull()
})

test('the same queues again change nothing', () => {
  const desk = laidOut(emptyDesk, [image('a')], always)
  expect(laidOut(desk, [image('a')], always)).toBe(desk)
})

test('what was taken out and is back stands where it stood', () => {
  const order = ['a', 'v', 'b']
  const desk = laidOut(emptyDesk, [image('a'), image('b')], always, order)
  expect(ids(laidOut(desk, [image('a'), image('b'), video('v'), image('c')], always, order))).toBe('avbc')
})
