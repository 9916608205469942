import { expect, test } from 'vitest'
import { ambiguousText, confidenceText, isDoubtful } from '#studio/features/image/result-confidence.ts'
import { messages } from '#studio/messages/messages.ts'

test('a result is doubtful when it is unsure or largely half see-through', () => {
  expect(isDoubtful({ confidence: 0.89, ambiguous_ratio: 0 })).toBe(true)
  expect(isDoubtful({ confidence: 0.99, ambiguous_ratio: 0.11 })).toBe(true)
  expect(isDoubtful({ confidence: 0.9, ambiguous_ratio: 0.1 })).toBe(false)
})

test('a missing fact is named and raises no doubt', () => {
  const facts = { confidence: null, ambiguous_ratio: null }
  expect(isDoubtful(facts)).toBe(false)
  expect(confidenceText(facts)).toBe(messages.image.facts.notShared)
  expect(ambiguousText(facts)).toBe(messages.image.facts.notShared)
})

test('a confidence is a number and a word', () => {
  expect(confidenceText({ confidence: 0.9712, ambiguous_ratio: null })).toBe('0.97, sure')
  expect(confidenceText({ confidence: 0.93, ambiguous_ratio: null })).toBe('0.93, fairly sure')
  expect(confidenceText({ confidence: 0.5, ambiguous_ratio: null })).toBe('0.50, unsure')
  expect(ambiguousText({ confidence: null, ambiguous_ratio: 0.0213 })).toBe('2.1 % of pixels')
  expect(ambiguousText({ confidence: null, ambiguous_ratio: 0.314 })).toBe('31 % of pixels')
})

test('NaN is never shown as a number', () => {
  expect(confidenceText({ confidence: Number.NaN, ambiguous_ratio: null })).toBe(
    messages.image.facts.notShared,
  )
  expect(ambiguousText({ confidence: null, ambiguous_ratio: Number.NaN })).toBe(
    messages.image.facts.notShared,
  )
})
