import { expect, test } from 'vitest'
import { readAccount } from '#contract/account.ts'

const account = { organizationId: 'org_1', plan: 'Pro', maxCredits: 1000, usedCredits: 12 }

test('D-52: both forms of autoRechargeThreshold are taken, and so is its absence', () => {
  expect(readAccount(account)).toEqual(account)
  for (const autoRechargeThreshold of [0.5, 0.8, 0.95, 0, 50, 1000, null])
    expect(readAccount({ ...account, autoRechargeThreshold })).toEqual({ ...account, autoRechargeThreshold })
})

test.each([0.3, 0.49, 0.96, 1.5, -1, '0.5', {}, Number.NaN])(
  'a threshold of %j is no reason to show no account',
  (odd) => {
    expect(readAccount({ ...account, autoRechargeThreshold: odd })).toEqual(account)
  },
)

test('unknown fields are dropped and odd names become texts', () => {
  expect(readAccount({ ...account, seats: 3 })).toEqual(account)
  expect(readAccount({ maxCredits: 5, usedCredits: 1 })).toEqual({
    organizationId: '',
    plan: '',
    maxCredits: 5,
    usedCredits: 1,
  })
  expect(readAccount({ ...account, plan: Number.POSITIVE_INFINITY })?.plan).toBe('')
  expect(readAccount({ ...account, plan: 'Pro '.repeat(9999) })?.plan.length).toBe(200)
  expect(readAccount({ ...account, organizationId: 17, plan: null })).toMatchObject({
    organizationId: '17',
    plan: '',
  })
})

test('credits are whole numbers', () => {
  expect(readAccount({ ...account, usedCredits: 12.4 })?.usedCredits).toBe(12)
})

test.each([
  null,
  [],
  'Pro',
  {},
  { ...account, maxCredits: '1000' },
  { ...account, usedCredits: -1 },
  { ...account, maxCredits: Number.POSITIVE_INFINITY },
  { ...account, usedCredits: 1e300 },
])('%j holds no number of credits', (answer) => {
  expect(readAccount(answer)).toBeNull()
})
