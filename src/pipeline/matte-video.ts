import { capSize } from '#base/geometry.ts'
import type { FrameReader } from '#codecs/video/frame.ts'
import type { Level } from '#contract/image-options.ts'
import type { MatteChunkRange, TimedMatte } from '#contract/matte-chunk.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { MattingCall } from '#matting/matting-call.ts'
import { mattingPixels, type SmallFrame } from '#matting/small-frame.ts'
import type { VideoMatter } from '#matting/video-matter.ts'
import type { MatteChunkStore } from './matte-chunk-store.ts'
import { createTimeLeft } from './time-left.ts'
import type { MatteReport } from './video-requests.ts'

/** A chunk's maximum of seconds and frames. A closing page loses the chunk in work. */
const chunkSeconds = 1
const chunkFrames = 30

/** In seconds; shorter than any interval of frames. */
const afterFrameSeconds = 1e-6

/**
 * Estimates missing mattes of `chunks` and writes them. Continues after the last readable chunk; an unreadable chunk
 * and all after it are estimated again. Rejects with `invalid_video` if the video ends early, with errors of the
 * matter, and with the signal's reason.
 */
export const matteVideo = async (
  reader: FrameReader,
  matter: VideoMatter,
  chunks: MatteChunkStore,
  level: Level,
  { signal, onProgress }: MattingCall,
): Promise<MatteReport> => {
  const before = await chunks.report()
  const listed = await chunks.list()
  if (before && framesOf(listed) >= before.frames) return before
  if (before) await chunks.discard(null)
  const { kept, cuts, sceneState } = await readKept(chunks, listed)
  const last = kept.at(-1)
  let done = framesOf(kept)
  let sceneCuts = cuts
  const started = performance.now()
  const total = Math.max(reader.facts.frames, done)
  const timeLeft = createTimeLeft()
  let decodeWaitSeconds = 0

  const times: number[] = []
  async function* smallFrames(): AsyncGenerator<SmallFrame> {
    const size = capSize(reader.facts, mattingPixels)
    const range = {
      fromSeconds: last ? last.toSeconds + afterFrameSeconds : 0,
      toSeconds: Number.POSITIVE_INFINITY,
    }
    const frames = reader.read({ size, range, signal })
    try {
      for (;;) {
        const asked = performance.now()
        const { value, done: isOver } = await frames.next()
        decodeWaitSeconds += (performance.now() - asked) / 1000
        if (isOver) return
        times.push(value.timestampSeconds)
        yield value
      }
    } finally {
      await frames.return()
    }
  }

  let chunk: TimedMatte[] = []
  let size = { width: 0, height: 0 }
  const flush = async () => {
    await chunks.write(done - chunk.length, { ...size, frames: chunk })
    chunk = []
  }
  await matter.load(level, { signal, onProgress })
  const mattes = matter.estimate(smallFrames(), level, { signal, onProgress }, sceneState)
  for await (const { matte, isCut, sceneState: state } of mattes) {
    signal.throwIfAborted()
    const timestampSeconds = times.shift()
    if (timestampSeconds === undefined) throw new Error('More mattes than frames')
    const first = chunk[0]
    const isFull = chunk.length >= chunkFrames
    if (first && (isFull || timestampSeconds - first.timestampSeconds >= chunkSeconds)) await flush()
    size = { width: matte.width, height: matte.height }
    chunk.push({
      timestampSeconds,
      isCut,
      data: new Uint8Array(matte.data.buffer, matte.data.byteOffset, matte.data.length),
      ...(state === undefined ? {} : { sceneState: state }),
    })
    done++
    if (isCut) sceneCuts++
    onProgress({
      step: 'cut',
      ratio: Math.min(1, done / total),
      frames: { done, total: Math.max(done, total) },
      ...timeLeft.tick(Math.max(0, total - done)),
    })
  }
  signal.throwIfAborted()
  if (done === 0) throw new ServiceError('invalid_video')
  await flush()
  const report = {
    frames: done,
    sceneCuts,
    mattingSeconds: (performance.now() - started) / 1000 - decodeWaitSeconds,
    decodeWaitSeconds,
  }
  await chunks.finish(report)
  return report
}

const framesOf = (kept: readonly MatteChunkRange[]): number => {
  const last = kept.at(-1)
  return last ? last.firstFrame + last.frames : 0
}

type KeptMattes = {
  readonly kept: readonly MatteChunkRange[]
  readonly cuts: number
  /** Time of the last frame. */
  readonly sceneState?: number
}

/** The chunks before the first unreadable one, which is deleted, and the number of their scene cuts. */
const readKept = async (chunks: MatteChunkStore, listed: readonly MatteChunkRange[]): Promise<KeptMattes> => {
  let cuts = 0
  let state: Pick<KeptMattes, 'sceneState'> = {}
  for (const [index, name] of listed.entries()) {
    try {
      const { frames } = await chunks.read(name)
      cuts += frames.filter(({ isCut }) => isCut).length
      const { sceneState } = frames.at(-1) ?? {}
      state = sceneState === undefined ? {} : { sceneState }
    } catch {
      await chunks.discard(name)
      return { kept: listed.slice(0, index), cuts, ...state }
    }
  }
  return { kept: listed, cuts, ...state }
}
