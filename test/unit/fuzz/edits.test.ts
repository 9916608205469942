import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editLayerKeys } from '#contract/edit-layers.ts'
import { type ImageEdits, noEdits, parseImageEdits } from '#contract/image-edits.ts'
import { savedList, savedVideoEdits } from '#contract/saved-edits.ts'
import { isServiceError } from '#contract/service-error.ts'
import { editRuns, parseVideoEdits } from '#contract/video-edits.ts'
import { advanceEdits, type EditHistory, emptyHistory } from '#library/history/edit-history.ts'
import { parseSavedHistory, toSavedHistory } from '#library/history/saved-history.ts'
import { openEditSession } from '#pipeline/edit-session.ts'
import { scaledEdits } from '#studio/features/image/edit/scale-edits.ts'
import { anyEdit, anyImageEdits, anyTimedEdit, anyVideoEdits } from '#support/arbitrary-edits.ts'
import { damaged } from '#support/damaged-data.ts'

/** The value that `parse` gives, or null where it refuses as it must: with a reason, and nothing else. */
const parsedOrRefused = <T>(parse: () => T): T | null => {
  try {
    return parse()
  } catch (thrown) {
    if (!isServiceError(thrown)) throw thrown
    expect([thrown.code, thrown.reason]).toEqual(['validation_error', expect.stringMatching(/^edits_/)])
    return null
  }
}

test('edits of any kind are read back as they were written', () => {
  fc.assert(
    fc.property(anyImageEdits, anyVideoEdits, (image, video) => {
      expect(parseImageEdits(structuredClone(image))).toEqual(image)
      expect(parseVideoEdits(structuredClone(video))).toEqual(video)
    }),
  )
})

test('damaged edits are refused with a reason, or are edits', () => {
  fc.assert(
    fc.property(damaged(anyVideoEdits), (value) => {
      const image = parsedOrRefused(() => parseImageEdits(value))
      if (image) expect(parseImageEdits(image)).toEqual(image)
      const video = parsedOrRefused(() => parseVideoEdits(value))
      if (video) expect(parseVideoEdits(video)).toEqual(video)
    }),
    { numRuns: 500 },
  )
})

const history = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: anyTimedEdit.map((edit) => ({ type: 'add' as const, edit })) },
      { weight: 1, arbitrary: anyVideoEdits.map((edits) => ({ type: 'replace' as const, edits })) },
      { weight: 1, arbitrary: fc.constant({ type: 'undo' as const }) },
      {
        weight: 1,
        arbitrary: fc.record({
          type: fc.constant('value' as const),
          name: fc.constantFrom('feather' as const, 'edgeColors' as const),
          value: fc.constantFrom(0, 0.5, 1),
          isContinued: fc.boolean(),
        }),
      },
    ),
    { maxLength: 8 },
  )
  .map((changes) => changes.reduce<EditHistory<VideoEdit>>(advanceEdits, emptyHistory))
type VideoEdit = ReturnType<typeof parseVideoEdits>['list'][number]

test('a stored history says the same to page and to store', () => {
  fc.assert(
    fc.property(history, (made) => {
      const stored: unknown = structuredClone(toSavedHistory(made))
      expect(parseSavedHistory(stored, parseVideoEdits).present).toEqual(made.present)
      expect(savedVideoEdits(stored).list).toEqual(made.present.list)
    }),
  )
})

test('a damaged history is refused with a reason, or is one', () => {
  fc.assert(
    fc.property(damaged(history.map(toSavedHistory)), (value) => {
      const read = parsedOrRefused(() => parseSavedHistory(value, parseVideoEdits))
      if (read) expect(parseSavedHistory(toSavedHistory(read), parseVideoEdits).present).toEqual(read.present)
      parsedOrRefused(() => savedList(value))
    }),
    { numRuns: 500 },
  )
})

test('propagated edits have a name for each run, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(anyVideoEdits, async (edits) => {
      const keys = await editLayerKeys(edits)
      expect(keys).toHaveLength(editRuns(edits).length)
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test('edits that are scaled to any picture are readable', () => {
  const side = fc.constantFrom(1, 3, 700, 30_000)
  fc.assert(
    fc.property(anyImageEdits, side, side, side, (edits, width, height, other) => {
      const scaled = scaledEdits(edits, { width, height }, { width: other, height: other })
      expect(parseImageEdits(scaled)).toEqual(scaled)
    }),
  )
})

const size = { width: 32, height: 24 }
const area = size.width * size.height

const openSession = () => {
  const picture = {
    ...size,
    data: Uint8ClampedArray.from({ length: area * 4 }, (_, i) => (i % 4 === 3 ? 255 : (i * 37) % 251)),
  }
  const alpha = { ...size, data: Uint8ClampedArray.from({ length: area }, (_, i) => (i % size.width) * 8) }
  const cutout = {
    ...size,
    data: picture.data.map((value, i) => (i % 4 === 3 ? (alpha.data[i >> 2] ?? 0) : value)),
  }
  const matte = { ...size, data: Float32Array.from(alpha.data, (value) => value / 255) }
  const features = async () => null
  return openEditSession({ picture, hasAlpha: false, alpha, cutout, matte, subject: null, features })
}

const never = new AbortController().signal
const pixelsAfter = async (session: ReturnType<typeof openSession>, edits: ImageEdits) => [
  ...(await session.update(edits, never, () => {})).raster.data,
]

test('any edits can be worked in and taken back', async () => {
  const unedited = await pixelsAfter(openSession(), noEdits)
  await fc.assert(
    fc.asyncProperty(anyImageEdits, anyEdit, async (edits, more) => {
      const session = openSession()
      const once = await pixelsAfter(session, edits)
      await pixelsAfter(session, { ...edits, list: [...edits.list, more] })
      expect(await pixelsAfter(session, edits)).toEqual(once)
      expect(await pixelsAfter(session, noEdits)).toEqual(unedited)
    }),
    { numRuns: 60 },
  )
})
