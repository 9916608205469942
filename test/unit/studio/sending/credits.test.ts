import { expect, test } from 'vitest'
import { balanceWords, chargedText, creditsLeft, sendAllText, sendText } from '#studio/sending/credits.ts'

const account = { organizationId: 'org', plan: 'Pro', maxCredits: 100, usedCredits: 40 }

test('a button that spends says exactly how much', () => {
  expect(sendText(1)).toBe('Send · 1 credit')
  expect(sendText(35, true)).toBe('Send again · 35 credits')
  expect(sendAllText(12, 12)).toBe('Send all 12 · 12 credits')
})

test('the balance says what is left now and after what is planned', () => {
  expect(balanceWords(account, 0).text).toBe('60 credits left')
  expect(balanceWords(account, 35)).toEqual({ text: '60 credits left, 25 after this', isShort: false })
})

test('a balance that is too small says so, unless the service recharges by itself (D-52)', () => {
  expect(balanceWords(account, 61)).toEqual({ text: '60 credits left: not enough for this', isShort: true })
  expect(balanceWords({ ...account, autoRechargeThreshold: 0.8 }, 61).isShort).toBe(false)
  expect(balanceWords({ ...account, autoRechargeThreshold: null }, 61).isShort).toBe(true)
})

test('an account that has used more than it has is empty, never negative', () => {
  expect(creditsLeft({ ...account, usedCredits: 130 })).toBe(0)
})

test('whether a video was charged is read from the books before and after', () => {
  expect(chargedText(40, 40, 35)).toContain('probably not charged')
  expect(chargedText(40, 75, 35)).toContain('fallen by 35 credits since, so it was probably charged')
  expect(chargedText(40, 45, 35)).toContain('less than this costs')
  expect(chargedText(null, 40, 35)).toContain('cannot be read')
})
