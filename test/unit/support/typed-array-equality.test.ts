import { expect, test } from 'vitest'
import { areSameTypedArrays } from '#support/typed-array-equality.ts'

test('typed arrays of one type with the same numbers are the same', () => {
  expect(areSameTypedArrays(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true)
  expect(areSameTypedArrays(Float32Array.of(Number.NaN, -0), Float32Array.of(Number.NaN, -0))).toBe(true)
  // A part of a larger buffer.
  expect(areSameTypedArrays(Uint8Array.of(9, 1, 2).subarray(1), Uint8Array.of(1, 2))).toBe(true)
})

test.each<[string, unknown, unknown]>([
  ['another number', Uint8Array.of(1, 2), Uint8Array.of(1, 3)],
  ['a zero of the other sign', Float32Array.of(0), Float32Array.of(-0)],
  ['another length', Uint8Array.of(1, 2), Uint8Array.of(1, 2, 0)],
  ['another type', Uint8Array.of(1, 2), Uint8ClampedArray.of(1, 2)],
  ['a plain array', Uint8Array.of(1, 2), [1, 2]],
])('%s makes typed arrays differ for toEqual too', (_, one, other) => {
  expect(areSameTypedArrays(one, other)).toBeUndefined()
  expect({ data: one }).not.toEqual({ data: other })
})

test('toEqual leaves the numbers of equal arrays alone', () => {
  let walks = 0
  class WatchedArray extends Uint8Array {
    override [Symbol.iterator]() {
      walks++
      return super[Symbol.iterator]()
    }
  }
  const [one, other] = [new WatchedArray(2), new WatchedArray(2)]
  expect({ data: one }).toEqual({ data: other })
  expect(walks).toBe(0)
})
