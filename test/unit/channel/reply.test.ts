import { expect, test } from 'vitest'
import { guard, unwrap } from '#channel/reply.ts'
import { ServiceError } from '#contract/service-error.ts'

const cross = async (work: () => Promise<unknown>) => unwrap(structuredClone(await guard(work)))

test('an answer crosses as it is', async () => {
  expect(await cross(async () => ({ width: 3, of: [1, 2] }))).toEqual({ width: 3, of: [1, 2] })
})

test('a ServiceError crosses with its code, details and request id', async () => {
  const thrown = new ServiceError('image_too_large', {
    message: 'Too large.',
    details: { image_file: ['32,768 px wide'] },
    request_id: 'req_1',
  })
  const crossed = await cross(() => Promise.reject(thrown)).catch((error: unknown) => error)
  expect(crossed).toBeInstanceOf(ServiceError)
  expect((crossed as ServiceError).toBody()).toEqual(thrown.toBody())
})

test('an abort crosses as an AbortError, whatever realm it was made in', async () => {
  for (const thrown of [new DOMException('stop', 'AbortError'), { name: 'AbortError' }]) {
    const crossed = await cross(() => Promise.reject(thrown)).catch((error: unknown) => error)
    expect(crossed).toBeInstanceOf(DOMException)
    expect(crossed).toMatchObject({ name: 'AbortError' })
  }
})

test('anything else is an internal error that tells its innermost cause', async () => {
  const thrown = new Error('outer', { cause: new TypeError('inner') })
  const crossed = await cross(() => Promise.reject(thrown)).catch((error: unknown) => error)
  expect(crossed).toMatchObject({ code: 'internal_server_error', status: 500 })
  expect((crossed as ServiceError).cause).toMatchObject({ name: 'TypeError', message: 'inner' })
})

test('an error crosses with its reason and parameters', async () => {
  const reason = { reason: 'link_silent', params: { host: 'a.example' } } as const
  const thrown = new ServiceError('validation_error', { ...reason, fields: ['url'] })
  await expect(cross(() => Promise.reject(thrown))).rejects.toMatchObject({
    ...reason,
    details: thrown.details,
  })
})

test.each([
  ['an allocation that failed', new RangeError('Array buffer allocation failed'), true],
  ['a trap of a WASM instance', new WebAssembly.RuntimeError('unreachable'), true],
  ['what an engine wraps', new Error('run failed', { cause: new Error('std::bad_alloc') }), true],
  ['a parameter out of range', new RangeError('Invalid count value: -1'), false],
  ['a refusal', new ServiceError('validation_error'), false],
])('%s: the worker needs a successor, or not', async (_, thrown, exhausted) => {
  expect(await guard(() => Promise.reject(thrown))).toMatchObject({ kind: 'error', exhausted })
})
