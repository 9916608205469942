import { expect, test } from 'vitest'
import { createTimeLeft } from '#pipeline/time-left.ts'

/** The time left that is said at each of these moments, in seconds, and what is really left then. */
const follow = (moments: readonly number[]) => {
  let at = 0
  const timeLeft = createTimeLeft(() => (moments[at] ?? 0) * 1000)
  const end = moments.at(-1) ?? 0
  return moments.map((moment, index) => {
    at = index
    return { said: timeLeft.tick(moments.length - 1 - index).secondsLeft, real: end - moment, moment }
  })
}

/** How wrong the worst of what was said is, as a factor, while at least two seconds are left. */
const worstOf = (told: ReturnType<typeof follow>): number =>
  Math.max(
    ...told.flatMap(({ said, real }) =>
      said === undefined || real < 2 ? [] : [Math.max(said / real, real / said)],
    ),
  )

test('the time left is right from its first word on', () => {
  const even = follow(Array.from({ length: 100 }, (_, step) => 20 + step * 0.3))
  expect(worstOf(even)).toBeLessThan(1.1)
  expect(even.findIndex(({ said }) => said !== undefined)).toBe(10)
})

test('what the first step waits for does not count', () => {
  const told = follow([8, ...Array.from({ length: 60 }, (_, step) => 8.5 + step * 0.5)])
  expect(worstOf(told)).toBeLessThan(1.1)
})

test.each([4, 8, 30])('steps that end in groups of %d are counted by the group', (size) => {
  const told = follow(
    Array.from(
      { length: 300 },
      (_, step) => 3 + Math.floor(step / size) * size * 0.1 + (step % size) * 0.001,
    ),
  )
  // The last group of all takes no time, and within one nothing is known.
  expect(worstOf(told.slice(0, -2 * size))).toBeLessThan(1.5)
  const first = told.find(({ said }) => said !== undefined)
  expect(first?.moment).toBeLessThan(8)
})

test('a short measurement gives no estimate', () => {
  const told = follow(Array.from({ length: 30 }, (_, step) => step * 0.02)).slice(0, -1)
  expect(told.filter(({ said }) => said !== undefined)).toEqual([])
})
