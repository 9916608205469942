import { expect, test } from 'vitest'
import { announcedStep, percent, progressText } from '#studio/features/image/progress.ts'
import { formatMilliseconds, formatTimeLeft } from '#studio/messages/format-time.ts'
import { formatBytes } from '#studio/messages/format-units.ts'

test('a model download tells the bytes and the time left', () => {
  const bytes = { loaded: 41_000_000, total: 94_000_000 }
  expect(progressText({ step: 'model', ratio: 0.3, bytes, secondsLeft: 12 })).toBe(
    'Getting the model, once: 41 of 94 MB, about 15 s left',
  )
})

test('a model whose bytes are all there is being started', () => {
  const bytes = { loaded: 94_000_000, total: 94_000_000 }
  expect(progressText({ step: 'model', ratio: 1, bytes })).toBe('Starting')
  expect(announcedStep({ step: 'model', ratio: 1, bytes })).toBe('Starting')
})

test('the time left is told only where it is known', () => {
  expect(progressText({ step: 'cut', ratio: 0.3 })).toBe('Cutting out')
  expect(progressText({ step: 'cut', ratio: 0.3, secondsLeft: 0 })).toBe('Cutting out')
  expect(progressText(null)).toBe('Starting')
})

test('the time left is rounded to seconds, five seconds, then minutes', () => {
  expect([0.2, 4.1, 9.9, 11, 61, 91, 600].map(formatTimeLeft)).toEqual([
    '1 s',
    '5 s',
    '10 s',
    '15 s',
    '65 s',
    '2 min',
    '10 min',
  ])
})

test('an unknown or invalid ratio never becomes NaN', () => {
  expect(percent(null)).toBeNull()
  expect(percent({ step: 'read', ratio: null })).toBeNull()
  expect(percent({ step: 'read', ratio: Number.NaN })).toBeNull()
  expect(percent({ step: 'read', ratio: 1.2 })).toBe(100)
})

test('amounts are short and in units of 1,000', () => {
  expect([999, 640_400, 4_140_000, 94_400_000].map(formatBytes)).toEqual([
    '999 B',
    '640 kB',
    '4.1 MB',
    '94 MB',
  ])
  expect([820, 9_940, 12_400].map(formatMilliseconds)).toEqual(['0.8 s', '9.9 s', '12 s'])
})
