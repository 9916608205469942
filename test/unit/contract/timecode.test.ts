import { expect, test } from 'vitest'
import { formatTimecode, parseTimecode, timecodeAt } from '#contract/timecode.ts'

test.each([
  ['01:02:03:04', 24],
  ['23:59:59:23', 24],
  ['00:00:59:29', 30_000 / 1001],
  ['00:01:00;02', 30_000 / 1001],
  ['00:10:00;00', 30_000 / 1001],
  ['09:59:59;29', 30_000 / 1001],
  ['00:09:59;29', 30_000 / 1001],
  ['10:01:00;04', 60_000 / 1001],
  ['01:00:00:00', 120],
])('%s of %d frames a second is read and written alike', (text, fps) => {
  const timecode = parseTimecode(text, fps)
  expect(timecode && formatTimecode(timecode)).toBe(text)
})

test('a drop-frame timecode keeps to the clock', () => {
  const hour = parseTimecode('01:00:00;00', 30_000 / 1001)
  // RFC 3339 hours last 107,892 frames of 29.97.
  expect(hour?.startFrame).toBe(107_892)
  const next = hour && timecodeAt({ ...hour, startFrame: 0 }, 60.06)
  expect(next && formatTimecode(next)).toBe('00:01:00;02')
})

test.each([
  ['23:59:59:24', 25, '00:00:00:00'],
  ['23:59:59:23', 24_000 / 1001, '00:00:00:00'],
  ['23:59:30:00', 24_000 / 1001, '23:59:30:01'],
  ['23:59:59;29', 30_000 / 1001, '00:00:00;00'],
  ['23:59:59;28', 30_000 / 1001, '23:59:59;29'],
  ['23:59:59:59', 60_000 / 1001, '00:00:00:00'],
  ['23:59:59;59', 60_000 / 1001, '00:00:00;00'],
])('the frame after %s of %d frames a second is %s', (text, fps, next) => {
  const late = parseTimecode(text, fps)
  expect(late && formatTimecode(timecodeAt(late, 1 / fps))).toBe(next)
})

test('an invalid timecode is refused', () => {
  for (const text of ['', '1:2:3:4', '01:02:03', 'now']) expect(parseTimecode(text, 25)).toBeNull()
})
