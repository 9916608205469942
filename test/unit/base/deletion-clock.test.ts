import { expect, test } from 'vitest'
import { createDeletionClock } from '#base/deletion-clock.ts'

const hourMs = 3_600_000

/** A deletion clock, what passes, and what somebody sets. */
const openClock = () => {
  let [wallMs, steadyMs] = [Date.UTC(2026, 10, 25), 0]
  const start = wallMs
  const clock = createDeletionClock(
    () => new Date(wallMs),
    () => steadyMs,
  )
  return {
    passHours: (hours: number) => {
      wallMs += hours * hourMs
      steadyMs += hours * hourMs
    },
    setHours: (hours: number) => {
      wallMs += hours * hourMs
    },
    /** Hours since the start. */
    read: () => (clock().getTime() - start) / hourMs,
  }
}

test('a clock that is left alone is believed', () => {
  const { passHours, read } = openClock()
  passHours(30)
  expect(read()).toBe(30)
})

test('a jump forward deletes nothing that is set back soon', () => {
  const { passHours, setHours, read } = openClock()
  setHours(48)
  expect(read()).toBe(0)
  passHours(0.25)
  expect(read()).toBe(0.25)
  setHours(-48)
  passHours(1)
  expect(read()).toBe(1.25)
})

test('a jump forward that stays for half an hour is believed', () => {
  const { passHours, setHours, read } = openClock()
  setHours(48)
  read()
  passHours(0.5)
  expect(read()).toBe(48.5)
})

test('a jump back is believed at once', () => {
  const { passHours, setHours, read } = openClock()
  passHours(2)
  setHours(-24)
  expect(read()).toBe(-22)
})
