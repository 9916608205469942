import { expect, onTestFinished, test } from 'vitest'
import { openWorkers } from '#library/workers/open-workers.ts'
import { callWorkers } from '#library/workers/worker-calls.ts'
import { openMatteChunkStore } from '#pipeline/matte-chunk-store.ts'
import { paintJumpCut } from '#support/jump-cuts.ts'
import type { PaintedFrame } from '#support/painted-room.ts'
import { type EditListEntry, withEditLists } from '#support/rewrite-mp4.ts'
import { evenTimes, writeClip } from '#support/write-clip.ts'

const fps = 24
/** The mug stands elsewhere from this frame on. */
const at = 12
const frames = 24
/** By how much of it the coverage of a frame may be wrong. */
const most = 0.03

const workers = callWorkers(openWorkers({ lastLevel: () => undefined }))

/** The share of each frame that is subject, as the worker of a job finds it with the shipped networks. */
const coverages = async (video: Blob): Promise<number[]> => {
  const mattes = `jump-cuts/${crypto.randomUUID()}`
  const chunks = await openMatteChunkStore(mattes)
  onTestFinished(async () => {
    chunks.close()
    await (await navigator.storage.getDirectory()).removeEntry('jump-cuts', { recursive: true })
  })
  const facts = await workers.probeVideo({ video })
  await workers.estimateMattes({ video, facts, mattes, level: 'fast' })
  const found = await Promise.all((await chunks.list()).map(chunks.read))
  return found
    .flatMap(({ frames }) => frames)
    .map(({ data }) => data.reduce((sum, alpha) => sum + alpha, 0) / (255 * data.length))
}

const seconds = (count: number) => count / fps
const ways: Record<string, readonly EditListEntry[]> = {
  'in one piece': [{ lasting: seconds(frames), from: 0 }],
  'of two entries of an edit list': [
    { lasting: seconds(10), from: 0 },
    { lasting: seconds(10), from: seconds(14) },
  ],
}
test.each(Object.entries(ways))('a mug that jumps keeps its coverage in a clip %s', async (_, edits) => {
  const painted = paintJumpCut({ jump: 110, at, after: frames - at }).frames
  const { blob } = await writeClip(
    { format: 'mov', size: { width: 480, height: 320 } },
    { times: evenTimes(frames, fps), paint: (index) => (painted[index] as PaintedFrame).raster },
  )
  const found = await coverages(await withEditLists(blob, edits))
  const usual = found[0] ?? 0
  expect(found).toHaveLength(Math.round(fps * edits.reduce((sum, { lasting }) => sum + lasting, 0)))
  expect(usual).toBeGreaterThan(0.05)
  expect(found.map((each) => Math.abs(each / usual - 1)).filter((wrong) => wrong > most)).toEqual([])
})
