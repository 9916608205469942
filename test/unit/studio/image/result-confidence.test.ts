import { expect, test } from 'vitest'
import {
  ambiguousText,
  confidenceText,
  isUncertain,
  uncertainPlaces,
  uncertaintyText,
} from '#studio/features/image/result-confidence.ts'
import { messages } from '#studio/messages/messages.ts'

const facts = {
  request_id: null,
  processing_ms: null,
  width: 1,
  height: 1,
  confidence: null,
  ambiguous_ratio: null,
  content_type: 'image/png',
} as const
const placement = {
  source: { width: 1, height: 1 },
  box: { x: 0, y: 0, width: 1, height: 1 },
  device: { backend: 'wasm', threads: 1 },
  reused: false,
  hasSubject: true,
} as const

const places = [
  { kind: 'seeThrough', box: { x: 0.1, y: 0, width: 0.2, height: 0.5 } },
  { kind: 'missing', box: { x: 0.7, y: 0.4, width: 0.3, height: 0.2 } },
] as const

test('a result of a service is uncertain when unsure or see-through', () => {
  const rated = (confidence: number, ambiguous_ratio: number) =>
    isUncertain({ facts: { ...facts, confidence, ambiguous_ratio } })
  expect(rated(0.89, 0)).toBe(true)
  expect(rated(0.99, 0.11)).toBe(true)
  expect(rated(0.9, 0.1)).toBe(false)
})

test('a result of this device is uncertain by its matte', () => {
  // A small subject, of which a quarter is undecided, hardly changes the mean over the picture.
  const small = { facts: { ...facts, confidence: 0.99 }, placement: { ...placement, risk: 0.45, places } }
  expect(isUncertain(small)).toBe(true)
  expect(uncertaintyText(small)).toMatch(
    /^Half see-through at the top left and part .* missing on the right\. Click/,
  )
  expect(uncertainPlaces(small)).toBe(places)
  const decided = { facts: { ...facts, confidence: 0.89 }, placement: { ...placement, risk: 0.1, places } }
  expect(isUncertain(decided)).toBe(false)
  expect(uncertainPlaces(decided)).toEqual([])
})

test('a missing fact is named and makes nothing uncertain', () => {
  expect(isUncertain({ facts })).toBe(false)
  expect(confidenceText({ facts })).toBe(messages.image.facts.notShared)
  expect(ambiguousText(facts)).toBe(messages.image.facts.notShared)
})

const said = (confidence: number, risk?: number) =>
  confidenceText({
    facts: { ...facts, confidence },
    ...(risk !== undefined && { placement: { ...placement, places, risk } }),
  })

test('a confidence is a number and a word', () => {
  expect([said(0.9712), said(0.93), said(0.5)]).toEqual(['0.97, sure', '0.93, fairly sure', '0.50, unsure'])
  expect(ambiguousText({ confidence: null, ambiguous_ratio: 0.0213 })).toBe('2.1 % of pixels')
  expect(ambiguousText({ confidence: null, ambiguous_ratio: 0.314 })).toBe('31 % of pixels')
})

test('on this device confidence is what the risk of the matte leaves', () => {
  expect([said(0.99, 0.05), said(0.99, 0.3), said(0.99, 0.9)]).toEqual([
    '0.95, sure',
    '0.70, fairly sure',
    '0.10, unsure',
  ])
})

test('NaN is never shown as a number', () => {
  expect(said(Number.NaN)).toBe(messages.image.facts.notShared)
  expect(ambiguousText({ confidence: null, ambiguous_ratio: Number.NaN })).toBe(
    messages.image.facts.notShared,
  )
})
