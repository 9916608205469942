import { expect, test } from 'vitest'
import { agree, carryMemory, remember } from '#engine/matte-memory.ts'
import { edge, firstRow, flat, plane, shifted } from '#support/carried-edge.ts'

const way = (dx = 0, trust = 1) => ({ flow: shifted(dx), trust: plane(trust), from: flat(), to: flat() })
const said = (from: number) => remember(undefined, edge(from), 1)

test('a memory follows the motion', () => {
  const carried = carryMemory(said(8), way(2))
  expect(firstRow(agree(remember(carried, edge(4), 1), undefined))).toEqual(firstRow(edge(4)))
})

test('one frame that says otherwise is overruled by those on both sides', () => {
  const all = firstRow(edge(0))
  const past = [edge(0), edge(0)].reduce(
    (memory, matte) => carryMemory(remember(memory, matte, 1), way()),
    said(0),
  )
  const own = remember(past, edge(12), 1)
  expect(agree(own, past).data[0]).toBeGreaterThan(200)
  expect(firstRow(agree(remember(past, edge(0), 1), past))).toEqual(all)
})

test('nothing is believed along a motion that explains nothing', () => {
  const past = carryMemory(said(0), way(0, 0))
  expect(agree(remember(past, edge(12), 1), past).data[0]).toBe(0)
})

test('what was said fades step by step', () => {
  const near = carryMemory(said(0), way())
  const far = carryMemory(carryMemory(near, way()), way())
  const share = (memory: typeof near) => agree(remember(memory, edge(12), 1), undefined).data[0] ?? 0
  expect(share(far)).toBeLessThan(share(near))
  expect(share(far)).toBeGreaterThan(90)
})
