import { expect, test } from 'vitest'
import { isJobId, isRequestId, makeJobId, makeRequestId } from '#contract/ids.ts'

test('D-18: ids start with req_ or job_ and use plain characters', () => {
  expect(makeRequestId()).toMatch(/^req_[\da-v]{24}$/)
  expect(makeJobId()).toMatch(/^job_[\da-v]{24}$/)
})

test('no two ids are the same', () => {
  expect(new Set(Array.from({ length: 1000 }, makeJobId)).size).toBe(1000)
})

test('an id is recognised by its prefix', () => {
  expect(isRequestId(makeRequestId())).toBe(true)
  expect(isJobId(makeJobId())).toBe(true)
  expect(isJobId('job_2a-B_9')).toBe(true)
  for (const other of [makeRequestId(), 'job_', 'job', 'job_a/b', 'job_a b', '', 7, null])
    expect(isJobId(other)).toBe(false)
})
