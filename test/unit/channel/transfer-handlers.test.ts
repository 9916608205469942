import { expect, test } from 'vitest'
import { isFromMemoryFault, packError, unpackError } from '#channel/transfer-handlers.ts'
import { ServiceError } from '#contract/service-error.ts'

const cross = (thrown: unknown) => unpackError(structuredClone(packError(thrown)))

test('a ServiceError crosses with its code, details and request id', () => {
  const thrown = new ServiceError('image_too_large', {
    message: 'Too large.',
    details: { image_file: ['32,768 px wide'] },
    request_id: 'req_1',
  })
  const crossed = cross(thrown)
  expect(crossed).toBeInstanceOf(ServiceError)
  expect((crossed as ServiceError).toBody()).toEqual(thrown.toBody())
})

test('an abort of any realm crosses as an AbortError', () => {
  for (const thrown of [new DOMException('stop', 'AbortError'), { name: 'AbortError' }]) {
    const crossed = cross(thrown)
    expect(crossed).toBeInstanceOf(DOMException)
    expect(crossed).toMatchObject({ name: 'AbortError' })
  }
})

test('any other exception crosses as an internal error with its innermost cause', () => {
  const thrown = new Error('outer', { cause: new TypeError('inner') })
  const crossed = cross(thrown)
  expect(crossed).toMatchObject({ code: 'internal_server_error', status: 500 })
  expect((crossed as ServiceError).cause).toMatchObject({ name: 'TypeError', message: 'inner' })
})

test('an error crosses with its reason and parameters', () => {
  const reason = { reason: 'link_silent', params: { host: 'a.example' } } as const
  const thrown = new ServiceError('validation_error', { ...reason, fields: ['url'] })
  expect(cross(thrown)).toMatchObject({ ...reason, details: thrown.details })
})

test.each([
  ['an allocation that failed', new RangeError('Array buffer allocation failed'), true],
  ['a trap of a WASM instance', new WebAssembly.RuntimeError('unreachable'), true],
  ['what an engine wraps', new Error('run failed', { cause: new Error('std::bad_alloc') }), true],
  ['a parameter out of range', new RangeError('Invalid count value: -1'), false],
  ['a refusal', new ServiceError('validation_error'), false],
])('whether memory ran out crosses too: %s', (_, thrown, isMemoryFault) => {
  expect(isFromMemoryFault(cross(thrown))).toBe(isMemoryFault)
})
