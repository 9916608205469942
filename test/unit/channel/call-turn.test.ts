import { expect, test } from 'vitest'
import { createTaskQueue } from '#base/promises.ts'
import { openCallTurn } from '#channel/call-turn.ts'

/** Turns of one worker, and who had one. */
const openTurns = () => {
  const enqueue = createTaskQueue()
  const had: string[] = []
  const open = (name: string) => {
    const turn = openCallTurn(enqueue)
    const take = () => turn.take().then(() => void had.push(name))
    return { ...turn, take }
  }
  return { open, had }
}

test('calls have their turn one after the other', async () => {
  const { open, had } = openTurns()
  const [one, other] = [open('one'), open('other')]
  const taken = [one.take(), other.take()]
  await taken[0]
  expect(had).toEqual(['one'])
  one.end()
  await taken[1]
  expect(had).toEqual(['one', 'other'])
})

test('a call leaves its turn to others, and waits for it again', async () => {
  const { open, had } = openTurns()
  const [one, other] = [open('one'), open('other')]
  await one.take()
  const passing = other.take()
  const waiting = one.aside(() => passing).then(() => void had.push('one again'))
  await passing
  expect(had).toEqual(['one', 'other'])
  other.end()
  await waiting
  expect(had).toEqual(['one', 'other', 'one again'])
})

test('a call that ended meanwhile keeps its turn from nobody', async () => {
  const { open, had } = openTurns()
  const [one, other] = [open('one'), open('other')]
  await one.take()
  await one.aside(async () => one.end())
  await other.take()
  expect(had).toEqual(['one', 'other'])
})
