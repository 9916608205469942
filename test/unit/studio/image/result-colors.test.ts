import { expect, test } from 'vitest'
import type { ImagePlacement } from '#contract/image-answer.ts'
import type { AnswerFacts } from '#library/pictures/picture-item.ts'
import { colorsText } from '#studio/features/image/result-colors.ts'

const answerIn = (colors?: ImagePlacement['colors']): AnswerFacts => ({
  facts: {
    request_id: 'req_1',
    processing_ms: 1,
    width: 4,
    height: 3,
    confidence: 1,
    ambiguous_ratio: 0,
    content_type: 'image/png',
  },
  placement: {
    source: { width: 4, height: 3 },
    box: { x: 0, y: 0, width: 4, height: 3 },
    device: { backend: 'wasm', threads: 1 },
    reused: false,
    hasSubject: true,
    ...(colors && { colors }),
  },
})

const options = { channels: 'rgba' } as const
const [wide, plain, tables] = [answerIn('displayP3'), answerIn(), answerIn('madeSrgb')]

test('a result says its own colours', () => {
  const at = { first: wide, options, isEditing: false }
  expect(colorsText({ ...at, answer: wide })).toBe('Display P3')
  // What makes a photo wide may have been cut away.
  expect(colorsText({ ...at, answer: plain })).toBeNull()
})

test('while it is edited, a picture says how it is saved', () => {
  const at = { answer: plain, options, isEditing: true }
  expect(colorsText({ ...at, first: wide })).toBe('Display P3, shown in sRGB while it is edited')
  expect(colorsText({ ...at, first: tables })).toBe('made sRGB')
  expect(colorsText({ ...at, first: plain })).toBeNull()
  expect(colorsText({ ...at, first: wide, options: { channels: 'alpha' } })).toBeNull()
})
