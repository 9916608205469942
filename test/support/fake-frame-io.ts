import type { Size } from '#base/geometry.ts'
import { createWakeup } from '#base/wakeup.ts'
import type { Frame, FrameReader } from '#codecs/video/frame.ts'
import type { FrameWriter } from '#codecs/video/write/frame-writer.ts'
import { chunkFileName, type MatteChunkRange } from '#contract/matte-chunk.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { Raster } from '#engine/raster.ts'
import type { MatteChunkStore } from '#pipeline/matte-chunk-store.ts'
import type { MatteReport } from '#pipeline/video-requests.ts'

/** Facts of a small clip, with those given in place of the defaults. */
export const clipFacts = (facts: Partial<VideoFacts> = {}): VideoFacts => ({
  container: 'mp4',
  codec: 'H.264',
  durationSeconds: 2,
  fps: 10,
  isVariable: false,
  width: 16,
  height: 12,
  frames: 20,
  hasAlpha: false,
  audio: null,
  decoder: 'webcodecs',
  ...facts,
})

/** A reader of frames that `paint` makes; counts readers that were not closed. */
export const fakeReader = (facts: VideoFacts, paint: (index: number, size: Size) => Raster) => {
  let open = 0
  const reader: FrameReader = {
    facts,
    async *read({ size = facts, range, signal }) {
      open++
      try {
        for (let index = 0; index < facts.frames; index++) {
          signal.throwIfAborted()
          const timestampSeconds = index / facts.fps
          if (range && (timestampSeconds < range.fromSeconds || timestampSeconds >= range.toSeconds)) continue
          yield { raster: paint(index, size), timestampSeconds, durationSeconds: 1 / facts.fps }
        }
      } finally {
        open--
      }
    },
    close: () => {},
  }
  return { reader, stillOpen: () => open }
}

/** A writer that keeps the frames. */
export const fakeWriter = () => {
  const frames: Frame[] = []
  const state = { finished: false, aborted: false }
  const writer: FrameWriter = {
    write: async (frame) => void frames.push(frame),
    finish: async () => {
      state.finished = true
      return {
        frames: frames.length,
        dropped: 0,
        bytes: frames.length * 100,
        waitSeconds: 0,
        sounds: [],
        hasTimecode: false,
        hasRoles: false,
      }
    },
    abort: async () => {
      state.aborted = true
    },
  }
  return { writer, frames, state }
}

/** A chunk store in memory, for tests without a browser's file system. */
export const memoryChunkStore = <Report = MatteReport>(): MatteChunkStore<Report> & {
  readonly names: () => readonly string[]
  /** Makes the chunk that starts with this frame unreadable. */
  readonly damage: (firstFrame: number) => void
} => {
  const damaged = new Set<number>()
  const chunks = new Map<
    number,
    { name: MatteChunkRange; chunk: Awaited<ReturnType<MatteChunkStore['read']>> }
  >()
  let report: Report | null = null
  const wakeup = createWakeup()
  return {
    names: () => [...chunks.values()].map(({ name }) => chunkFileName(name)),
    list: async () => {
      const names = [...chunks.values()].map(({ name }) => name)
      names.sort((a, b) => a.firstFrame - b.firstFrame)
      const gap = names.findIndex(({ firstFrame }, index) => {
        const before = names[index - 1]
        return firstFrame !== (before ? before.firstFrame + before.frames : 0)
      })
      return gap === -1 ? names : names.slice(0, gap)
    },
    damage: (firstFrame) => damaged.add(firstFrame),
    write: async (firstFrame, chunk) => {
      const [first, last] = [chunk.frames[0], chunk.frames.at(-1)]
      if (!first || !last) return 0
      const name = {
        firstFrame,
        frames: chunk.frames.length,
        fromSeconds: first.timestampSeconds,
        toSeconds: last.timestampSeconds,
      }
      damaged.delete(firstFrame)
      chunks.set(firstFrame, { name, chunk })
      wakeup.notify()
      return chunk.frames.length
    },
    read: async ({ firstFrame }) => {
      const kept = chunks.get(firstFrame)
      if (damaged.has(firstFrame)) throw new RangeError('These bytes are no chunk of mattes')
      if (!kept) throw new Error(`There is no chunk at ${firstFrame}`)
      return kept.chunk
    },
    discard: async (name) => {
      report = null
      if (name) chunks.delete(name.firstFrame)
    },
    finish: async (made) => {
      report = made
      wakeup.notify()
    },
    report: async () => report,
    change: (signal) => wakeup.wait({ signal }),
    close: () => {},
  }
}
