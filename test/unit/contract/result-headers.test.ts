import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHeaders, type ImageFacts, toHeaders } from '#contract/image-answer.ts'

const facts: ImageFacts = {
  request_id: 'req_1',
  processing_ms: 1234.56,
  width: 640,
  height: 480,
  confidence: 0.987654,
  ambiguous_ratio: 0.5,
  content_type: 'image/webp',
}

test('a fact that is null has no header', () => {
  const names = toHeaders({ ...facts, confidence: null, ambiguous_ratio: null }).map(([name]) => name)
  expect(names).not.toContain('X-Matte-Confidence')
  expect(names).not.toContain('X-Matte-Ambiguous-Ratio')
})

test('facts read back from their headers', () => {
  const ratio = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
  const side = fc.integer({ min: 1, max: 32_767 })
  fc.assert(
    fc.property(ratio, ratio, side, side, (confidence, ambiguous_ratio, width, height) => {
      const sent = { ...facts, confidence, ambiguous_ratio, width, height }
      const read = fromHeaders(new Headers(toHeaders(sent)))
      expect(read).toMatchObject({
        request_id: 'req_1',
        processing_ms: 1235,
        width,
        height,
        content_type: 'image/webp',
      })
      for (const name of ['confidence', 'ambiguous_ratio'] as const) {
        const [was, is] = [sent[name], read[name]]
        if (was === null) expect(is).toBeNull()
        else expect(Math.abs((is ?? Number.NaN) - was)).toBeLessThanOrEqual(0.000_051)
      }
    }),
  )
})

test('a missing or hidden header is null, never NaN', () => {
  expect(fromHeaders(new Headers())).toEqual({
    request_id: null,
    processing_ms: null,
    width: null,
    height: null,
    confidence: null,
    ambiguous_ratio: null,
    content_type: null,
  })
})

test.each([
  ['X-Image-Width', 'width', ['', 'wide', '0', '-1', '1.5', 'NaN', 'Infinity', '1e999', '1e300', '32768']],
  ['X-Processing-Time-Ms', 'processing_ms', ['', 'fast', '-1', 'NaN', '1e999']],
  ['X-Matte-Confidence', 'confidence', ['', 'high', '1.01', '-0.1', 'NaN']],
  ['Content-Type', 'content_type', ['', 'text/html', 'image/gif']],
] as const)('an unreadable %s is null', (header, name, texts) => {
  for (const text of texts) expect(fromHeaders(new Headers([[header, text]]))[name]).toBeNull()
})

test('a content type is read in any case and without its parameters', () => {
  expect(fromHeaders(new Headers([['Content-Type', 'Image/PNG; q=1']])).content_type).toBe('image/png')
})

test('a missing fact has no header', () => {
  const untold = { ...facts, request_id: null, processing_ms: null, confidence: null, ambiguous_ratio: null }
  expect(toHeaders(untold).map(([name]) => name)).toEqual(['Content-Type', 'X-Image-Width', 'X-Image-Height'])
})
