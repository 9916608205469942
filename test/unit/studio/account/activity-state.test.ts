import { expect, test } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import {
  activityError,
  costText,
  expiryText,
  repeatCost,
  repeatWarning,
  shownState,
  stateText,
} from '#studio/features/account/activity-state.ts'
import { formatAge, formatTimeUntil } from '#studio/messages/format-time.ts'
import { rechargeText } from '#studio/messages/sending-text.ts'
import { activityOf, jobOf } from '#support/memory-activity.ts'

const now = Date.parse('2026-11-14T13:00:00Z')
const after = (ms: number) => new Date(now + ms).toISOString()
const hour = 3_600_000
const account = { organizationId: 'o', plan: 'Pro', maxCredits: 2000, usedCredits: 0 }

const kept = { hash: 'a', bytes: 1, type: 'video/webm' }

test('a result expires on time, unless it is kept', () => {
  const job = jobOf({ status: 'completed', expires_at: after(-1) })
  const done = activityOf({ kind: 'video', job })
  expect(shownState(done, now)).toBe('expired')
  expect(shownState({ ...done, kept }, now)).toBe('completed')
  expect(expiryText({ ...done, job: { ...job, expires_at: after(5.2 * hour) } }, now)).toBe(
    'expires in 5 h 12 min',
  )
  expect(expiryText({ ...done, kept }, now)).toBe('kept on this device')
  expect(expiryText(activityOf(), now)).toBeNull()
})

test('a failed request without an error was cancelled', () => {
  expect(shownState(activityOf({ state: 'failed' }), now)).toBe('cancelled')
  expect(
    shownState(activityOf({ state: 'failed', error: new ServiceError('upstream_error').toBody() }), now),
  ).toBe('failed')
  const job = jobOf({ status: 'failed', error: { code: 'cancelled', message: 'x' } })
  expect(shownState(activityOf({ state: 'failed', job }), now)).toBe('cancelled')
})

test('the state names the progress of running work', () => {
  expect([stateText('processing', 0.62), stateText('queued', 0), stateText('completed', 1)]).toEqual([
    'Working, 62 %',
    'Waiting for its turn',
    'Done',
  ])
})

test('a cost is charged, refunded, free or not known yet', () => {
  const cost = (known: object, isMetered = true) => costText(activityOf(known), isMetered)
  expect(cost({ credits: 1 })).toBe('1 credit')
  expect(cost({ credits: 35, refunded: 35 })).toBe('35 credits, given back')
  expect(cost({ credits: 0, state: 'failed' })).toBe('No credits')
  expect(cost({ credits: 0, state: 'sending' })).toBe('')
  expect(cost({ credits: 20 }, false)).toBe('Free, worth 20 credits')
  expect(cost({ credits: 20, refunded: 20 }, false)).toBe('Free')
})

test('a refused file is not called a fault of this device', () => {
  const titleOf = (kind: 'image' | 'video', error: ServiceError) =>
    activityError(activityOf({ kind, state: 'failed', error: error.toPlain() }), false)
  const refused = new ServiceError('validation_error', {
    reason: 'image_kind_refused',
    params: { kind: 'gif' },
  })
  expect(titleOf('image', refused)).toMatchObject({
    title: 'This is a GIF that cannot be read',
    help: 'This is a picture in GIF. Only JPEG, PNG and WebP images can be cut out.',
  })
  const earlier = {
    code: 'validation_error',
    message: 'image_file is wrong.',
    reason: 'not_an_image',
  } as never
  expect(activityError(activityOf({ kind: 'image', state: 'failed', error: earlier }), false)).toMatchObject({
    title: 'This file could not be read as a picture',
    help: expect.not.stringContaining('image_file'),
  })
  expect(titleOf('image', new ServiceError('image_too_large'))?.title).toBe('This picture is too large')
  expect(titleOf('video', new ServiceError('invalid_video'))?.title).toBe(
    'This file cannot be read as a video',
  )
  expect(titleOf('image', new ServiceError('upstream_error'))?.title).toBe('The model could not be fetched')
  const failed = { ...jobOf({ status: 'failed' }), error: { code: 'processing_failed', message: 'x' } }
  expect(activityError(activityOf({ kind: 'video', state: 'failed', job: failed }), false)?.title).toBe(
    'The work stopped half-way',
  )
})

test('a repeat warns where the first request may be charged (D-53)', () => {
  const video = activityOf({ kind: 'video', state: 'failed', credits: 0 })
  const failed = (code: 'upstream_error' | 'payment_required') => ({
    ...video,
    error: new ServiceError(code).toBody(),
  })
  expect(repeatWarning(failed('upstream_error'))).toMatch(/charged twice/)
  expect(repeatWarning(video)).toMatch(/charged twice/)
  expect(repeatWarning(failed('payment_required'))).toBeNull()
  expect(repeatWarning({ ...video, job: jobOf({ status: 'failed' }) })).toBeNull()
  expect(repeatWarning({ ...video, kind: 'image' })).toBeNull()
  expect([repeatCost(activityOf()), repeatCost(video), repeatCost({ ...video, job: jobOf() })]).toEqual([
    1,
    null,
    35,
  ])
})

test('automatic recharging is told for either form of its threshold (D-52)', () => {
  expect(rechargeText({ ...account, autoRechargeThreshold: 0.8 })).toBe(
    'Recharges by itself at 80 % used (1,600 credits)',
  )
  expect(rechargeText({ ...account, autoRechargeThreshold: 250 })).toBe('Recharges by itself at 250 credits')
  expect([rechargeText({ ...account, autoRechargeThreshold: null }), rechargeText(account)]).toEqual([
    null,
    null,
  ])
})

test('ages and times left are short', () => {
  expect(
    ['now', -30_000, -4 * 60_000, -3 * hour, -30 * hour, -80 * hour].map((ms) =>
      formatAge(after(Number(ms) || 0), now),
    ),
  ).toEqual(['now', 'now', '4 min ago', '3 hr ago', 'yesterday', '3 days ago'])
  expect([23.2 * hour, hour, 12 * 60_000, 40_000, 0].map((ms) => formatTimeUntil(after(ms), now))).toEqual([
    '23 h 12 min',
    '1 h',
    '12 min',
    '40 s',
    null,
  ])
})
