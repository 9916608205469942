import { createBell } from '#base/wakeup.ts'
import {
  chunkFileName,
  decodeChunk,
  encodeChunk,
  type MatteChunk,
  type MatteChunkRange,
  parseChunkFileName,
} from '#contract/matte-chunk.ts'
import type { MatteReport } from './video-requests.ts'

/**
 * The mattes of one video at one level, as files: written by one worker while another reads along, and
 * kept for the next result. A stretch is there whole or not at all.
 */
export interface MatteChunkStore {
  /** What is there without a gap from the first frame on, in order. */
  list(): Promise<readonly MatteChunkRange[]>
  write(firstFrame: number, stretch: MatteChunk): Promise<void>
  read(name: MatteChunkRange): Promise<MatteChunk>
  /** Deletes what cannot be read, so that it is missing and the chunks unfinished; null: some are gone already. */
  discard(name: MatteChunkRange | null): Promise<void>
  /** Says that every frame is there. */
  finish(report: MatteReport): Promise<void>
  /** Null while frames are missing. */
  report(): Promise<MatteReport | null>
  /** Resolves when something was written since the last call, here or elsewhere; rejects when aborted. */
  change(signal: AbortSignal): Promise<void>
  close(): void
}

/** Known to every browser that has such a file system; not to the library of types. */
type MovableFile = FileSystemFileHandle & { move(name: string): Promise<void> }

const reportName = 'report.json'

/** The chunks below `path` in the browser's own file system; made where it is missing. */
export const openMatteChunkStore = async (path: string): Promise<MatteChunkStore> => {
  let folder = await navigator.storage.getDirectory()
  for (const name of path.split('/')) folder = await folder.getDirectoryHandle(name, { create: true })
  const news = new BroadcastChannel(`mattes ${path}`)
  const bell = createBell()
  news.onmessage = bell.ring

  /** A file is there, and empty, from the moment its handle is made; so it gets its name when it is whole. */
  const put = async (name: string, content: Blob) => {
    const file = await folder.getFileHandle(`${name}.part`, { create: true })
    await content.stream().pipeTo(await file.createWritable())
    await (file as MovableFile).move(name)
    news.postMessage(name)
    bell.ring()
  }
  const get = async (name: string): Promise<File> => (await folder.getFileHandle(name)).getFile()

  return {
    list: async () => {
      const names: MatteChunkRange[] = []
      for await (const name of folder.keys()) {
        const stretch = parseChunkFileName(name)
        if (stretch) names.push(stretch)
      }
      names.sort((a, b) => a.firstFrame - b.firstFrame)
      let next = 0
      const gap = names.findIndex(({ firstFrame, frames }) => {
        const isNext = firstFrame === next
        next = firstFrame + frames
        return !isNext
      })
      return gap === -1 ? names : names.slice(0, gap)
    },
    write: async (firstFrame, stretch) => {
      const [first, last] = [stretch.frames[0], stretch.frames.at(-1)]
      if (!first || !last) return
      const name = chunkFileName({
        firstFrame,
        frames: stretch.frames.length,
        fromSeconds: first.timestampSeconds,
        toSeconds: last.timestampSeconds,
      })
      await put(name, await through(new CompressionStream('deflate-raw'), encodeChunk(stretch)))
    },
    read: async (name) => {
      const file = await get(chunkFileName(name))
      const bytes = await through(new DecompressionStream('deflate-raw'), file)
      return decodeChunk(new Uint8Array(await bytes.arrayBuffer()))
    },
    finish: (report) => put(reportName, new Blob([JSON.stringify(report)])),
    discard: async (name) => {
      for (const each of name ? [reportName, chunkFileName(name)] : [reportName])
        await folder.removeEntry(each).catch(() => {})
    },
    report: async () => {
      try {
        return JSON.parse(await (await get(reportName)).text()) as MatteReport
      } catch {
        return null
      }
    },
    change: bell.wait,
    close: () => news.close(),
  }
}

const through = (transform: CompressionStream | DecompressionStream, content: BlobPart): Promise<Blob> =>
  new Response(new Blob([content]).stream().pipeThrough(transform)).blob()
