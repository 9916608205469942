import { expect, test } from 'vitest'
import { creditUsage, usageByDay } from '#studio/features/account/credit-usage.ts'
import { activityOf, serviceBase } from '#support/memory-activity.ts'

const on = (day: number, hour = 12) => new Date(2026, 10, day, hour)
const spent = (day: number, credits: number, refunded = 0) =>
  activityOf({ id: `${day}`, at: on(day).toISOString(), credits, refunded })
const burn = (activities: ReturnType<typeof spent>[], usedCredits: number, maxCredits = 100) =>
  creditUsage(activities, serviceBase, { maxCredits, usedCredits }, on(20).getTime())

test('the line steps down at each charge to the credits left', () => {
  const { points, spent: all, from, to } = burn([spent(5, 20), spent(10, 5)], 45)
  expect(points.map(({ left }) => left)).toEqual([80, 60, 55, 55])
  expect(all).toBe(25)
  expect([new Date(from).getDate(), new Date(to).getMonth()]).toEqual([1, 11])
})

test('refunds, other services and other months are no charges', () => {
  const october = activityOf({ id: 'old', at: new Date(2026, 9, 30).toISOString(), credits: 50 })
  const local = activityOf({ id: 'local', service: 'local', at: on(6).toISOString(), credits: 9 })
  const { points, perDay, emptyAt } = burn([spent(5, 35, 35), october, local], 30)
  expect(points.map(({ left }) => left)).toEqual([70, 70])
  expect([perDay, emptyAt]).toEqual([null, null])
})

test('the pace tells when the credits run out within the month', () => {
  const fast = burn([spent(10, 50)], 80)
  expect(fast.perDay).toBeCloseTo(5)
  expect(new Date(fast.emptyAt ?? 0)).toEqual(on(24))
  expect(burn([spent(10, 5)], 10).emptyAt).toBeNull()
  expect(burn([spent(10, 50)], 100).emptyAt).toBeNull()
})

test('the line stays in the chart when the log exceeds the limit', () => {
  const { points, max } = burn([spent(5, 80), spent(6, 70)], 0)
  expect(max).toBe(250)
  expect(points.at(-1)?.left).toBe(100)
})

test('the table has the credits left at the end of each day', () => {
  const days = usageByDay(burn([spent(5, 20), { ...spent(5, 5), id: 'again' }, spent(7, 1)], 50))
  expect(days.map(({ at, left }) => [new Date(at).getDate(), left])).toEqual([
    [1, 76],
    [5, 51],
    [7, 50],
    [20, 50],
  ])
})
