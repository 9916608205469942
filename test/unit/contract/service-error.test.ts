import * as v from 'valibot'
import { expect, test } from 'vitest'
import { errorCodes, isErrorCode } from '#contract/error-codes.ts'
import { reasonText } from '#contract/error-reasons.ts'
import { isAbort, isServiceError, issueOf, ServiceError, toServiceError } from '#contract/service-error.ts'

const codes = Object.keys(errorCodes).filter(isErrorCode)

test.each([
  ['validation_error', 400],
  ['missing_image', 400],
  ['image_too_large', 400],
  ['video_too_large', 400],
  ['video_too_long', 400],
  ['invalid_video', 400],
  ['authentication_error', 401],
  ['payment_required', 402],
  ['permission_denied', 403],
  ['job_not_found', 404],
  ['rate_limit_exceeded', 429],
  ['internal_server_error', 500],
  ['upstream_error', 502],
] as const)('D-5: %s answers %i', (code, status) => {
  expect(new ServiceError(code).status).toBe(status)
})

test('exactly 429, 500 and 502 may be sent again', () => {
  expect(codes.filter((code) => new ServiceError(code).retryable)).toEqual([
    'rate_limit_exceeded',
    'internal_server_error',
    'upstream_error',
  ])
})

test.each(codes)('the message of %s states what happened and what to do', (code) => {
  const { message } = new ServiceError(code)
  expect(message.split(/\. /).length).toBeGreaterThan(1)
  expect(message).toMatch(/^[A-Z].*\.$/)
  expect(message).not.toContain(code)
})

test('D-50: the body holds the error object and only given fields', () => {
  expect(new ServiceError('missing_image').toBody()).toEqual({
    code: 'missing_image',
    message: new ServiceError('missing_image').message,
    doc_url: 'errors.html#missing_image',
  })
  const details = { size: ['No.'] }
  expect(
    new ServiceError('validation_error', {
      message: 'm',
      details,
      request_id: 'req_1',
      doc_url: 'x',
    }).toBody(),
  ).toEqual({ code: 'validation_error', message: 'm', details, request_id: 'req_1', doc_url: 'x' })
})

test('doc_url is kept only if it is a web address', () => {
  const linkFrom = (doc_url: unknown) => ServiceError.fromBody({ code: 'missing_image', doc_url }).doc_url
  expect(linkFrom('https://docs.example.com/e')).toBe('https://docs.example.com/e')
  for (const other of ['javascript:alert(1)', 'data:text/html,x', '//example.com', '', 7, undefined]) {
    expect(linkFrom(other)).toBe('errors.html#missing_image')
  }
})

test('details are a text, or sentences for each parameter', () => {
  const detailsFrom = (details: unknown) =>
    ServiceError.fromBody({ code: 'validation_error', details }).details
  expect(detailsFrom('Retry.')).toBe('Retry.')
  expect(detailsFrom({ size: 'No.', crop: ['A.', 'B.'] })).toEqual({ size: ['No.'], crop: ['A.', 'B.'] })
  expect(detailsFrom(undefined)).toBeUndefined()
  expect(detailsFrom(null)).toBeUndefined()
})

test.each([
  [400, 'validation_error'],
  [401, 'authentication_error'],
  [402, 'payment_required'],
  [403, 'permission_denied'],
  [404, 'job_not_found'],
  [413, 'image_too_large'],
  [418, 'validation_error'],
  [429, 'rate_limit_exceeded'],
  [500, 'internal_server_error'],
  [502, 'upstream_error'],
  [503, 'upstream_error'],
  [504, 'upstream_error'],
  [599, 'internal_server_error'],
  [undefined, 'internal_server_error'],
] as const)('a body without a known code and status %s is a %s', (status, code) => {
  for (const body of [undefined, null, 'Bad gateway', [], {}, { code: 'teapot' }, { code: 'toString' }]) {
    const error = ServiceError.fromBody(body, status)
    expect(error.code).toBe(code)
    expect(error.status).toBe(status ?? 500)
    expect(error.message).toBe(new ServiceError(code).message)
  }
})

test('a known code overrides the status, which is kept', () => {
  expect(ServiceError.fromBody({ code: 'video_too_long' }, 422)).toMatchObject({
    code: 'video_too_long',
    status: 422,
  })
})

test('issues of a schema become ordered reasons for each parameter', () => {
  const short = { reason: 'parameter_of_images', params: { name: 'size' } } as const
  const schema = v.object({
    size: v.pipe(v.string(), v.minLength(3, issueOf(short)), v.startsWith('x', 'Invalid start')),
    width: v.number('No number.'),
  })
  const { issues } = v.safeParse(schema, { size: 'a' })
  const before = { reason: 'crop_unreadable' } as const
  const refused = { reason: 'parameter_refused', params: { name: 'size' } } as const
  const error = ServiceError.fromIssues(issues ?? [], { size: [before] })
  expect(error.fieldReasons?.size).toEqual([before, short, refused])
  expect(error.details).toEqual({
    size: [before, short, refused].map((reason) => reasonText(reason)),
    width: [expect.any(String)],
  })
  expect(ServiceError.fromPlain(error.toPlain()).fieldReasons).toEqual(error.fieldReasons)
  expect(error.toBody()).not.toHaveProperty('fieldReasons')
})

test('an issue without a path is one of the request', () => {
  const { issues } = v.safeParse(v.string(issueOf({ reason: 'no_video' })), 1)
  expect(ServiceError.fromIssues(issues ?? []).fieldReasons).toEqual({ request: [{ reason: 'no_video' }] })
})

test('isServiceError accepts errors from another copy of the module only', () => {
  const foreign = Object.assign(new Error('m'), {
    name: 'ServiceError',
    code: 'missing_image',
    toBody: () => ({}),
  })
  expect(isServiceError(new ServiceError('missing_image'))).toBe(true)
  expect(isServiceError(foreign)).toBe(true)
  for (const other of [
    new ServiceError('missing_image').toBody(),
    new Error('x'),
    null,
    undefined,
    'ServiceError',
  ]) {
    expect(isServiceError(other)).toBe(false)
  }
})

test('an unknown throw becomes internal_server_error with its cause', () => {
  for (const thrown of [new TypeError('x'), 'text', undefined, null, { code: 'missing_image' }]) {
    const error = toServiceError(thrown)
    expect(error).toMatchObject({ code: 'internal_server_error', status: 500, cause: thrown })
  }
})

test('a ServiceError and an AbortError pass untouched', () => {
  const abort = new DOMException('Stopped', 'AbortError')
  const error = new ServiceError('upstream_error')
  expect(toServiceError(abort)).toBe(abort)
  expect(toServiceError(error)).toBe(error)
  expect(isAbort(abort)).toBe(true)
  expect(isAbort(error)).toBe(false)
  expect(isAbort(new DOMException('Slow', 'TimeoutError'))).toBe(false)
})
