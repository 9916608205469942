import { expect, test } from 'vitest'
import type { CreditStore } from '#library/store/local-account.ts'
import { openLocalAccount } from '#library/store/local-account.ts'
import { memoryCredits } from '#support/memory-storage.ts'

const brokenLedger: CreditStore = {
  read: () => Promise.reject(new Error('no storage')),
  add: () => Promise.reject(new Error('no storage')),
}

test('the account counts the calendar month against the free plan (D-51)', async () => {
  let now = new Date(2026, 0, 31, 23, 59)
  const account = openLocalAccount(memoryCredits(), () => now)
  expect(await account.read()).toEqual({
    organizationId: 'local',
    plan: 'Local',
    maxCredits: 100,
    usedCredits: 0,
  })
  await account.charge(1)
  await account.charge(5)
  expect((await account.read()).usedCredits).toBe(6)
  now = new Date(2026, 1, 1, 0, 0)
  expect((await account.read()).usedCredits).toBe(0)
})

test('work beyond the free plan is not refused (D-51)', async () => {
  const account = openLocalAccount(memoryCredits(), () => new Date(2026, 4, 4))
  for (let count = 0; count < 101; count++) await account.charge(1)
  expect(await account.read()).toMatchObject({ maxCredits: 100, usedCredits: 101 })
})

test('without storage the page counts credits in memory', async () => {
  const account = openLocalAccount(brokenLedger, () => new Date(2026, 4, 4))
  await account.charge(2)
  await account.charge(1)
  expect((await account.read()).usedCredits).toBe(3)
})
