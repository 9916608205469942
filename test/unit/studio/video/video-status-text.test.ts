import { expect, test } from 'vitest'
import { packingText } from '#studio/features/video/queue/video-status-text.ts'

test('packing tells the frame, and the time left once known', () => {
  expect(packingText(null)).toBe('Reading the video')
  const frames = { done: 12, total: 60 }
  expect(packingText({ step: 'save', ratio: 0.2, frames })).toBe('Frame 12 of 60')
  expect(packingText({ step: 'save', ratio: 0.2, frames, secondsLeft: 7.5 })).toBe(
    'Frame 12 of 60 · 8 s left',
  )
})
