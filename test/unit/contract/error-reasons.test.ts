import { expect, test } from 'vitest'
import { type ErrorReason, isStorageReason, type Reason, reasonText } from '#contract/error-reasons.ts'
import { reasonMessages } from '#contract/reason-messages.ts'
import { ServiceError } from '#contract/service-error.ts'

const params = { format: 'WebP', width: 8, height: 6, maxSide: 4 } as const
const asked = { reason: 'picture_side_too_long', params } as const

test('an error without a message uses the sentence of its reason', () => {
  const error = new ServiceError('internal_server_error', { reason: 'disk_full' })
  expect(error).toMatchObject({ reason: 'disk_full', params: undefined, details: undefined })
  expect(error.message).toBe(reasonMessages.disk_full)
})

test('details name the reason under each parameter', () => {
  const error = new ServiceError('validation_error', { ...asked, fields: ['size', 'format'] })
  expect(error.message).toBe(new ServiceError('validation_error').message)
  expect(error.details).toEqual({ size: [reasonText(asked)], format: [reasonText(asked)] })
})

test('another service keeps its own words, whatever the reason', () => {
  expect(new ServiceError('upstream_error', { reason: 'service_silent', message: 'Busy.' }).message).toBe(
    'Busy.',
  )
})

test('reason and parameters are in the plain data, not the body', () => {
  const error = new ServiceError('validation_error', { ...asked, fields: ['size'], request_id: 'req_1' })
  expect(error.toBody()).not.toHaveProperty('reason')
  const revived = ServiceError.fromPlain(structuredClone(error.toPlain()))
  expect(revived).toMatchObject({ ...asked, ...error.toBody(), status: 400 })
})

test('reasons of another release leave the sentences that were stored', () => {
  const { fieldReasons, ...stored } = new ServiceError('validation_error', {
    ...asked,
    fields: ['size'],
  }).toPlain()
  const other = { reason: 'of_tomorrow', params: {} } as unknown as Reason
  for (const unknown of [other, { fieldReasons: { size: [other] } }]) {
    const revived = ServiceError.fromPlain({ ...stored, ...unknown } as typeof stored)
    expect(revived).toMatchObject({ details: stored.details, reason: undefined, fieldReasons: undefined })
  }
})

test('a changed copy of an error keeps all that is not changed', () => {
  const cause = new Error('x')
  const error = new ServiceError('rate_limit_exceeded', { reason: 'service_silent', status: 420, cause })
  const copy = error.with({ request_id: 'req_2' })
  expect(copy).toMatchObject({ ...error.toPlain(), request_id: 'req_2', status: 420, cause })
})

test('another language gives its own sentence for a reason', () => {
  const texts = {
    ...reasonMessages,
    link_broken: ({ host }: { host: string }) => `Verbindung zu ${host} weg.`,
  }
  const broken: Reason = { reason: 'link_broken', params: { host: 'a.example' } }
  expect(reasonText(broken, texts)).toBe('Verbindung zu a.example weg.')
  expect(reasonText(broken)).toContain('a.example')
})

test('only reasons of full storage count as full storage', () => {
  const full = Object.keys(reasonMessages).filter(isStorageReason)
  const expected: ErrorReason[] = [
    'disk_full',
    'storage_full',
    'storage_limit_reached',
    'keeping_storage_full',
    'edits_not_kept_full',
    'items_not_kept_full',
    'result_larger_than_room',
  ]
  expect(full.toSorted()).toEqual(expected.toSorted())
  expect(isStorageReason(undefined)).toBe(false)
})

test('every sentence without parameters is one or more whole sentences', () => {
  for (const text of Object.values(reasonMessages)) if (typeof text === 'string') expect(text).toMatch(/\.$/)
})
