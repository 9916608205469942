import { expect, test } from 'vitest'
import { readRange } from '#service/http/byte-range.ts'

test.each([
  ['bytes=0-', 0, 99],
  ['bytes=0-0', 0, 0],
  ['bytes=10-19', 10, 19],
  ['bytes=90-500', 90, 99],
  ['bytes=-5', 95, 99],
  ['bytes=-500', 0, 99],
  ['Bytes = 7-8', 7, 8],
])('%s of 100 bytes are those from %i to %i', (header, first, last) => {
  expect(readRange(header, 100)).toEqual({ first, last })
})

test.each([
  null,
  '',
  'bytes=',
  'bytes=-',
  'bytes=9-3',
  'bytes=0-1,5-6',
  'bytes=a-b',
  'lines=0-9',
  'bytes=0x1-2',
])('%s asks for nothing that can be told, so for all', (header) => {
  expect(readRange(header, 100)).toBe('whole')
})

test.each([
  ['bytes=100-', 100],
  ['bytes=100-200', 100],
  ['bytes=-0', 100],
  ['bytes=0-', 0],
  ['bytes=-1', 0],
])('%s lies outside of %i bytes', (header, size) => {
  expect(readRange(header, size)).toBe('outside')
})
