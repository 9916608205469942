import { expect, test } from 'vitest'
import { openAsyncHandoff } from '#codecs/video/async-handoff.ts'

test('values are taken in order, and each giver continues when its is', async () => {
  const hands = openAsyncHandoff<number>()
  const taken: number[] = []
  const given = [1, 2].map((thing) => hands.give(thing).then(() => taken.push(thing)))
  expect(await hands.take()).toBe(1)
  await given[0]
  expect(taken).toEqual([1])
  hands.end()
  await Promise.all(given)
  expect(await hands.take()).toBe(2)
  expect(await hands.take()).toBeUndefined()
})

test('a failure follows the values given before it', async () => {
  const hands = openAsyncHandoff<number>()
  const given = hands.give(1)
  hands.end({ cause: new Error('it broke off') })
  await given
  expect(await hands.take()).toBe(1)
  await expect(hands.take()).rejects.toThrow('it broke off')
})

test('givers continue when the taker leaves', async () => {
  const hands = openAsyncHandoff<number>()
  const given = [hands.give(1), hands.give(2)]
  hands.close()
  await Promise.all([...given, hands.give(3)])
  expect(await hands.take()).toBeUndefined()
})
