import * as v from 'valibot'
import { expect, test } from 'vitest'
import { account } from '#contract/account.ts'

const local = { organizationId: 'local', plan: 'Local', maxCredits: 100, usedCredits: 3 }

test('an account without auto recharge omits its threshold', () => {
  expect(v.parse(account, local)).toEqual(local)
})

test.each([0.5, 0.8, 0.95, 0, 50, 1000, null])(
  'D-52: autoRechargeThreshold %s is read, a fraction or the older form',
  (threshold) => {
    expect(v.parse(account, { ...local, autoRechargeThreshold: threshold }).autoRechargeThreshold).toBe(
      threshold,
    )
  },
)

test.each([0.49, 0.96, 1.5, -1, '0.5'])('autoRechargeThreshold %s is neither', (threshold) => {
  expect(v.is(account, { ...local, autoRechargeThreshold: threshold })).toBe(false)
})

test('unknown fields are dropped and wrong ones refused', () => {
  expect(v.parse(account, { ...local, beta: true })).toEqual(local)
  for (const wrong of [
    { maxCredits: '100' },
    { usedCredits: -1 },
    { usedCredits: 0.5 },
    { plan: null },
    { organizationId: undefined },
  ]) {
    expect(v.is(account, { ...local, ...wrong })).toBe(false)
  }
})
