import { expect, test } from 'vitest'
import { noEdits } from '#contract/image-edits.ts'
import {
  editedTimes,
  editRuns,
  imageEditsOf,
  parseVideoEdits,
  type TimedEdit,
  toldReach,
  withReach,
} from '#contract/video-edits.ts'
import { thrownServiceError } from '#support/thrown-errors.ts'

const click = (atSeconds: number, x = 1): TimedEdit => ({ kind: 'click', mode: 'keep', x, y: 2, atSeconds })
const edits = { ...noEdits, list: [click(2, 1), click(2, 2), click(0.5, 3), click(2, 4)], feather: 1 }

test('edits of a video come back from plain data', () => {
  expect(parseVideoEdits(JSON.parse(JSON.stringify(edits)))).toEqual(edits)
})

test('a matte that was taken on a frame comes back as well', () => {
  const take = { kind: 'alternative', width: 3, height: 1, runs: [16, 2 * 16 + 15], atSeconds: 1 } as const
  const taken = { ...edits, list: [click(1), take] }
  expect(parseVideoEdits(JSON.parse(JSON.stringify(taken)))).toEqual(taken)
})

test.each([undefined, -1, Number.NaN, '1', 1e9])('an edit at %s seconds is refused', (atSeconds) => {
  expect(
    thrownServiceError(() => parseVideoEdits({ ...edits, list: [{ ...click(0), atSeconds }] })).reason,
  ).toBe('edits_unreadable')
})

test('the reach of a run survives JSON and is taken back', () => {
  const reach = { fromSeconds: 1, toSeconds: 3 }
  const told = withReach(edits, 0, reach)
  expect(parseVideoEdits(JSON.parse(JSON.stringify(told)))).toEqual(told)
  expect(editRuns(told).map(toldReach)).toEqual([reach, undefined, undefined])
  expect(editRuns(told).map(imageEditsOf)).toEqual(editRuns(edits).map(imageEditsOf))
  expect(withReach(told, 0, null)).toEqual(edits)
})

test.each([
  { fromSeconds: 1.5, toSeconds: 3 },
  { fromSeconds: 0, toSeconds: 0.5 },
  { fromSeconds: -1, toSeconds: 3 },
  { fromSeconds: 0 },
])('a reach without its own frame or a time is refused', (reach) => {
  const wrong = { ...edits, list: [{ ...click(1), reach }] }
  expect(thrownServiceError(() => parseVideoEdits(wrong)).reason).toBe('edits_unreadable')
})

test('edits of a later version are refused', () => {
  expect(thrownServiceError(() => parseVideoEdits({ ...edits, version: 2 })).reason).toBe('edits_unreadable')
})

test('edits that follow each other on a frame are one run', () => {
  expect(editRuns(edits).map(({ atSeconds, list }) => [atSeconds, list.length])).toEqual([
    [2, 2],
    [0.5, 1],
    [2, 1],
  ])
})

test('each edited frame has one time', () => {
  expect(editedTimes(edits)).toEqual([0.5, 2])
})

test('the edits of a run are edits of an image', () => {
  const [run] = editRuns(edits)
  expect(run && imageEditsOf(run)).toEqual({
    ...noEdits,
    list: [
      { kind: 'click', mode: 'keep', x: 1, y: 2 },
      { kind: 'click', mode: 'keep', x: 2, y: 2 },
    ],
  })
})
