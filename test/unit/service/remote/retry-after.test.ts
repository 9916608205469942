import { expect, test } from 'vitest'
import { retryAfterOf, secondsOfRetryAfter } from '#service/remote/retry-after.ts'

const now = new Date('2026-08-01T12:00:00Z')

test.each([
  ['7', 7],
  [' 0 ', 0],
  ['1.5', 1.5],
  ['Sat, 01 Aug 2026 12:00:30 GMT', 30],
  ['Sat, 01 Aug 2026 11:59:00 GMT', 0],
])('D-53: Retry-After %j asks to wait %d seconds', (header, seconds) => {
  expect(secondsOfRetryAfter(header, now)).toBe(seconds)
})

test.each([null, '', 'soon', '-3', '1e3', 'NaN', '2026-08-01T12:00:30Z', '12,5'])(
  '%j asks for nothing',
  (header) => {
    expect(secondsOfRetryAfter(header, now)).toBeNull()
  },
)

test('D-53: only a status that is asked again asks to wait', () => {
  const headers = new Headers({ 'Retry-After': '7' })
  const asked = [429, 500, 502, 200, 400, 404, 503, 504].map((status) =>
    retryAfterOf({ status, headers }, now),
  )
  expect(asked).toEqual([7, 7, 7, null, null, null, null, null])
})
