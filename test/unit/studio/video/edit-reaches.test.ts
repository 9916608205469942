import { expect, test } from 'vitest'
import { noEdits } from '#contract/image-edits.ts'
import { type TimedEdit, withReach } from '#contract/video-edits.ts'
import { movedReach, reachesOf } from '#studio/features/video/edit/edit-reaches.ts'

const click = (atSeconds: number): TimedEdit => ({ kind: 'click', mode: 'keep', x: 1, y: 2, atSeconds })
const edits = { ...noEdits, list: [click(1), click(1), click(2)] }
const before = [
  { atSeconds: 1, fromSeconds: 0, toSeconds: 2 },
  { atSeconds: 2, fromSeconds: 2, toSeconds: 3 },
]
const clip = { durationSeconds: 4, fps: 10 }

test('until edits are propagated, their reach is as told or before', () => {
  const told = withReach(edits, 1, { fromSeconds: 1.5, toSeconds: 4 })
  expect(reachesOf(told, [], before)).toEqual([before[0], { atSeconds: 2, fromSeconds: 1.5, toSeconds: 4 }])
  expect(reachesOf(told, before, [])).toEqual(before)
  expect(reachesOf({ ...noEdits, list: [click(3)] }, [], before)).toEqual([null])
})

test('an end of a reach moves by whole frames within the clip', () => {
  const [reach = { atSeconds: 0, fromSeconds: 0, toSeconds: 0 }] = before
  expect(movedReach(reach, 'to', 1.532, clip).toSeconds).toBeCloseTo(1.5)
  expect(movedReach(reach, 'to', 9, clip).toSeconds).toBe(4)
  expect(movedReach(reach, 'from', -1, clip).fromSeconds).toBe(0)
})

test('the edited frame stays within its reach', () => {
  const [reach = { atSeconds: 0, fromSeconds: 0, toSeconds: 0 }] = before
  expect(movedReach(reach, 'to', 0.2, clip)).toEqual({ ...reach, toSeconds: 1 })
  expect(movedReach(reach, 'from', 1.7, clip)).toEqual({ ...reach, fromSeconds: 1 })
})
