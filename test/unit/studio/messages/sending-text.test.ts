import { expect, test } from 'vitest'
import { messages } from '#studio/messages/messages.ts'
import {
  announcedRetry,
  balanceText,
  chargedText,
  creditsLeft,
  retryText,
  sendText,
} from '#studio/messages/sending-text.ts'

const account = { organizationId: 'org', plan: 'Pro', maxCredits: 100, usedCredits: 40 }

test('a button that spends credits names how many', () => {
  expect(sendText(1)).toBe('Send · 1 credit')
  expect(sendText(35, true)).toBe('Send again · 35 credits')
  expect(messages.sending.sendAll(12, 12)).toBe('Send all 12 · 12 credits')
})

test('the balance names the credits left now and afterwards', () => {
  expect(balanceText(account, 0).text).toBe('60 credits left')
  expect(balanceText(account, 35)).toEqual({ text: '60 credits left, 25 after this', isShort: false })
})

test('a balance is too small unless the service recharges (D-52)', () => {
  expect(balanceText(account, 61)).toEqual({ text: '60 credits left: not enough for this', isShort: true })
  expect(balanceText({ ...account, autoRechargeThreshold: 0.8 }, 61).isShort).toBe(false)
  expect(balanceText({ ...account, autoRechargeThreshold: null }, 61).isShort).toBe(true)
})

test('an overdrawn account has no credits left, never fewer', () => {
  expect(creditsLeft({ ...account, usedCredits: 130 })).toBe(0)
})

test('the used credits before and now tell whether a video was charged', () => {
  expect(chargedText(40, 40, 35)).toContain('probably not charged')
  expect(chargedText(40, 75, 35)).toContain('fallen by 35 credits since, so it was probably charged')
  expect(chargedText(40, 45, 35)).toContain('less than this costs')
  expect(chargedText(null, 40, 35)).toContain('cannot be read')
})

const retry = { attempt: 2, attempts: 5, seconds: 4, code: 'rate_limit_exceeded' } as const

test('a retry names its cause, time and number (D-53)', () => {
  expect(retryText(retry, 3.2)).toBe('The service is busy. Trying again in 4 s (2 of 5)')
  expect(retryText({ ...retry, code: 'upstream_error' }, 0)).toBe(
    'The service could not be reached. Trying again (2 of 5)',
  )
})

test('a first attempt that waits is not called a retry', () => {
  expect(retryText({ ...retry, attempt: 1 }, 33.4)).toBe('The service is busy. Sending in 34 s')
  expect(announcedRetry({ ...retry, attempt: 1 })).toBe('The service is busy. Sending follows')
})

test('the announced retry has no seconds', () => {
  expect(announcedRetry(retry)).toBe('The service is busy. Try 2 of 5 follows')
})
