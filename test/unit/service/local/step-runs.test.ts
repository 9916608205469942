import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeSteps, type WrittenSteps } from '#library/store/edit-store.ts'

test('what was written is what is wanted after any changes', () => {
  const change = fc.record({ kept: fc.nat(12), added: fc.nat(4) })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const stored = new Map<number, readonly unknown[]>()
      let written: WrittenSteps = { steps: [], runs: [] }
      for (const { kept, added } of changes) {
        const steps = [...written.steps.slice(0, kept), ...Array.from({ length: added }, () => ({}))]
        const next = changeSteps(written, steps)
        for (const first of stored.keys()) {
          if (next.dropFrom !== null && first >= next.dropFrom) stored.delete(first)
        }
        for (const run of next.add) stored.set(run.first, run.steps)
        written = next.written
        expect([...stored.keys()].sort((a, b) => a - b)).toEqual(written.runs)
        const read = written.runs.flatMap((first) => stored.get(first) ?? [])
        expect(read.length).toBe(steps.length)
        expect(read.every((step, i) => step === steps[i])).toBe(true)
      }
    }),
  )
})

test('one more step adds a run of one step', () => {
  const steps = Array.from({ length: 1000 }, () => ({}))
  const { written } = changeSteps({ steps: [], runs: [] }, steps)
  const last = {}
  expect(changeSteps(written, [...steps, last])).toMatchObject({
    dropFrom: null,
    add: [{ first: 1000, steps: [last] }],
  })
})
