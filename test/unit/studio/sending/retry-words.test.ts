import { expect, test } from 'vitest'
import { retryText, spokenRetry } from '#studio/sending/retry-words.ts'

const retry = { attempt: 2, attempts: 5, seconds: 4, code: 'rate_limit_exceeded' } as const

test('a retry says why, when and which try it is (D-53)', () => {
  expect(retryText(retry, 3.2)).toBe('The service is busy. Trying again in 4 s (2 of 5)')
  expect(retryText({ ...retry, code: 'upstream_error' }, 0)).toBe(
    'The service could not be reached. Trying again (2 of 5)',
  )
})

test('a first try that has to wait for its turn is no second one', () => {
  expect(retryText({ ...retry, attempt: 1 }, 33.4)).toBe('The service is busy. Sending in 34 s')
  expect(spokenRetry({ ...retry, attempt: 1 })).toBe('The service is busy. Sending follows')
})

test('what is spoken of it holds no running number', () => {
  expect(spokenRetry(retry)).toBe('The service is busy. Try 2 of 5 follows')
})
