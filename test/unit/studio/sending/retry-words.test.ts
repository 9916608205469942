import { expect, test } from 'vitest'
import { retryText, spokenRetry } from '#studio/sending/retry-words.ts'

const retry = { attempt: 2, attempts: 5, seconds: 4, code: 'rate_limit_exceeded' } as const

test('a retry says why, when and which try it is (D-53)', () => {
  expect(retryText(retry, 3.2)).toBe('The service is busy. Trying again in 4 s (2 of 5)')
  expect(retryText({ ...retry, code: 'upstream_error' }, 0)).toBe(
    'The service could not be reached. Trying again (2 of 5)',
  )
})

test('what is spoken of it holds no running number', () => {
  expect(spokenRetry(retry)).toBe('The service is busy. Try 2 of 5 follows')
})
