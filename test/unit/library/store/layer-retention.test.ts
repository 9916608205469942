import { expect, test } from 'vitest'
import { editLayerKeys } from '#contract/edit-layers.ts'
import { noEdits } from '#contract/image-edits.ts'
import type { TimedEdit, VideoEdits } from '#contract/video-edits.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { EditsToSave, FoundEdits } from '#library/on-device-edits.ts'
import { eventually } from '#support/eventually.ts'
import { fakeVideoWorkers } from '#support/fake-video-workers.ts'
import { endOf, memoryBrowser } from '#support/memory-browser.ts'
import { memoryFiles } from '#support/memory-storage.ts'
import { scriptedVideo } from '#support/scripted-video.ts'

const stroke = (x: number, atSeconds = 0): TimedEdit => ({ kind: 'click', mode: 'keep', x, y: 0, atSeconds })
const editsOf = (...list: TimedEdit[]): VideoEdits => ({ ...noEdits, list })
const savedOf = (...list: TimedEdit[]): EditsToSave => ({
  version: 1,
  steps: list.map((edit) => ({ type: 'add', edit })),
  done: list.length,
})

/** Saved edits of one video, by any hash. */
const memorySaved = (): FoundEdits & { stored: unknown } => {
  const store = {
    stored: null as unknown,
    find: async () => store.stored,
    read: async () => store.stored,
    write: async (_: Blob, edits: EditsToSave | null) => {
      store.stored = edits
    },
  }
  return store
}

/** A clip with a finished job, whose edits are propagated to files as a worker does. */
const openClip = async (savedEdits = memorySaved(), bytes = 100) => {
  const files = memoryFiles()
  const browser = memoryBrowser({ files, savedEdits })
  const fakes = fakeVideoWorkers(files)
  let faults = 0
  const propagate = async ({ mattes, edits }: { mattes: string; edits: VideoEdits }) => {
    if (faults-- > 0) throw new DOMException('full', 'QuotaExceededError')
    for (const key of await editLayerKeys(edits)) {
      const folder = `${mattes}/edits-${key}`
      const report = { firstFrames: [0], fromSeconds: 0, toSeconds: 1, bytes }
      files.content.set(`${folder}/0.mattes`, new Blob(['m']))
      files.content.set(`${folder}/report.json`, new File([JSON.stringify(report)], 'report.json'))
    }
    return []
  }
  const { videos } = browser.openTab(undefined, { tools: { ...fakes.tools, propagateEdits: propagate } })
  const file = scriptedVideo()
  const { id } = await videos.submitVideo(file, defaultVideoOptions)
  await endOf(videos, id)
  const keys = async () => (await files.listLayers()).map(({ key }) => key).sort()
  const draw = async (...list: TimedEdit[]) => {
    await videos.onDevice.savedEdits.write(file, savedOf(...list))
    await videos.onDevice.propagateEdits(id, editsOf(...list))
  }
  const expectOnly = async (...states: VideoEdits[]) => {
    const needed = [...new Set((await Promise.all(states.map(editLayerKeys))).flat())].sort()
    await eventually(async () => expect(await keys()).toEqual(needed))
  }
  const fail = (times: number) => {
    faults = times
  }
  return { browser, videos, file, files, id, keys, draw, expectOnly, savedEdits, fail }
}

test('twelve strokes on a frame leave one set of propagated mattes', async () => {
  const { draw, expectOnly } = await openClip()
  const strokes = Array.from({ length: 12 }, (_, x) => stroke(x))
  for (let count = 1; count <= 12; count++) await draw(...strokes.slice(0, count))
  await expectOnly(editsOf(...strokes))
})

test('edits of other frames keep the layers below them', async () => {
  const { draw, expectOnly } = await openClip()
  await draw(stroke(1), stroke(2, 1))
  await draw(stroke(1), stroke(2, 1), stroke(3, 1))
  await expectOnly(editsOf(stroke(1), stroke(2, 1), stroke(3, 1)))
})

test('propagated mattes go when all edits are taken back', async () => {
  const { draw, videos, file, keys } = await openClip()
  await draw(stroke(1))
  const steps = [...savedOf(stroke(1)).steps, { type: 'replace', from: editsOf(stroke(1)), to: noEdits }]
  await videos.onDevice.savedEdits.write(file, { version: 1, steps, done: 2 })
  expect(await keys()).toEqual([])
})

test('the layers of a job are kept', async () => {
  const { videos, file, draw, expectOnly } = await openClip()
  const edited = editsOf(stroke(1))
  await draw(stroke(1))
  await endOf(videos, (await videos.submitVideo(file, defaultVideoOptions, { edits: edited })).id)
  await draw(stroke(2))
  await expectOnly(edited, editsOf(stroke(2)))
})

test('edits that could not be saved keep their mattes while shown', async () => {
  const saved = memorySaved()
  const { videos, id, expectOnly } = await openClip({ ...saved, find: async () => null })
  await videos.onDevice.propagateEdits(id, editsOf(stroke(1)))
  await videos.onDevice.propagateEdits(id, editsOf(stroke(2)))
  await expectOnly(editsOf(stroke(2)))
})

test('nothing is deleted while the saved edits cannot be read', async () => {
  const { videos, id, expectOnly, savedEdits } = await openClip()
  savedEdits.stored = { version: 2, steps: [] }
  await videos.onDevice.propagateEdits(id, editsOf(stroke(1)))
  await videos.onDevice.propagateEdits(id, editsOf(stroke(2)))
  await expectOnly(editsOf(stroke(1)), editsOf(stroke(2)))
})

test('the oldest propagated mattes beyond a budget of bytes are deleted', async () => {
  const saved = memorySaved()
  const clip = await openClip(saved, 600_000_000)
  await clip.draw(stroke(1), stroke(2, 1), stroke(3, 2))
  // On show in this tab; the next one shows nothing.
  await clip.expectOnly(editsOf(stroke(1), stroke(2, 1), stroke(3, 2)))
  clip.browser.openTab()
  await eventually(async () => expect(await clip.keys()).toHaveLength(1))
})

test('a full disk is cleared of layers that can be propagated again', async () => {
  const { videos, id, draw, savedEdits, expectOnly, fail } = await openClip()
  await draw(stroke(1))
  await draw(stroke(2))
  savedEdits.stored = savedOf(stroke(2))
  fail(1)
  await videos.onDevice.propagateEdits(id, editsOf(stroke(3)))
  await expectOnly(editsOf(stroke(3)))
  fail(2)
  await expect(videos.onDevice.propagateEdits(id, editsOf(stroke(4)))).rejects.toMatchObject({
    name: expect.any(String),
  })
})

test('a job on a full disk tries again with room made', async () => {
  const { browser, file, draw, savedEdits } = await openClip()
  await draw(stroke(1))
  savedEdits.stored = savedOf(stroke(1))
  let isFull = true
  const other = browser.openTab({
    onStep: (done) => {
      if (done < 20 || !isFull) return
      isFull = false
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  const { id } = await other.videos.submitVideo(file, { ...defaultVideoOptions, format: 'mp4' })
  expect((await endOf(other.videos, id)).status).toBe('completed')
})
