import { expect, test } from 'vitest'
import { blockText, creditText, jobCostText } from '#studio/features/video/export/cost-text.ts'
import { estimateBytes, outputSize } from '#studio/features/video/export/job-estimate.ts'
import { keptText } from '#studio/features/video/viewer/metadata-text.ts'
import { formatDuration, formatTimestamp } from '#studio/messages/format-time.ts'

const cost = { seconds: 6.2, fps: 30, frames: 186, estimateSeconds: 50 }

test('the cost of a part names length, frames, time and credits', () => {
  expect(jobCostText(cost)).toBe('6.2 s → 186 frames')
  expect(creditText(cost)).toBe('35 credits on the service, none here')
  expect(creditText({ seconds: 6.2, fps: 60 })).toBe('70 credits on the service, none here')
})

const part = { seconds: 200, durationSeconds: 400, bytes: 150_000_000, isLink: false }

test('a part that is too long or large is refused beforehand', () => {
  expect(blockText(part)).toBeNull()
  expect(blockText({ ...part, seconds: 301 })).toContain('5 min')
  expect(blockText({ ...part, bytes: 300_000_000 })).toContain('up to 2:13.3')
  expect(blockText({ ...part, bytes: 400_000_000, durationSeconds: 200, isLink: true })).toBeNull()
})

test('a result is capped and never enlarged (D-33, D-36)', () => {
  const source = { width: 3840, height: 2160 }
  expect(outputSize(source, { size: 'hd', format: 'webm' })).toEqual({ width: 1920, height: 1080 })
  expect(outputSize(source, { size: 'full', format: 'gif' })).toEqual({ width: 1280, height: 720 })
  expect(outputSize({ width: 320, height: 240 }, { size: 'hd', format: 'mov' })).toEqual({
    width: 320,
    height: 240,
  })
})

test('a second of MOV at 720p is estimated at 10 MB', () => {
  expect(estimateBytes('mov', { width: 1280, height: 720 }, 30)).toBe(10_000_000)
  expect(estimateBytes('webm', { width: 1280, height: 720 }, 30)).toBeNull()
})

test('moments and lengths are readable', () => {
  expect([0, 6.25, 61.96, 125].map(formatTimestamp)).toEqual(['0:00.0', '0:06.3', '1:02.0', '2:05.0'])
  expect([2.666, 41, 120, 125].map(formatDuration)).toEqual(['2.7 s', '41 s', '2 min', '2 min 5 s'])
})

test('the time a result is kept counts down to nothing (D-39)', () => {
  const at = new Date(24 * 3_600_000).toISOString()
  expect(keptText(at, 0)).toBe('kept for 24 h')
  expect(keptText(at, 23.5 * 3_600_000)).toBe('kept for 30 min')
  expect(keptText(at, 25 * 3_600_000)).toBeNull()
  expect(keptText(null, 0)).toBeNull()
})
