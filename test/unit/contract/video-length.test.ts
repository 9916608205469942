import { expect, test } from 'vitest'
import { isTooLong } from '#contract/video-length.ts'

test('five minutes pass, with a millisecond of the container’s clock (Spec, Limits)', () => {
  expect([0, 299.9, 300, 300.0009].map(isTooLong)).toEqual([false, false, false, false])
  expect([300.002, 300.04, 3600, Number.POSITIVE_INFINITY].map(isTooLong)).toEqual([true, true, true, true])
})
