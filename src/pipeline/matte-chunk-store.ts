import { deflate, inflate } from '#base/deflate.ts'
import { namesIn, openFolder, writeWhole } from '#base/opfs.ts'
import { scopedName } from '#base/scoped-name.ts'
import { createWakeup } from '#base/wakeup.ts'
import { mattesReportName } from '#contract/edit-layers.ts'
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
 * Mattes of a video at one level, as files of consecutive frames. One worker writes while another reads; they are kept
 * for the next result. A chunk is visible only when complete.
 */
export interface MatteChunkStore<Report = MatteReport> {
  /** The chunks from the first frame to the first gap, in order. */
  list(): Promise<readonly MatteChunkRange[]>
  /** Returns the number of bytes written. */
  write(firstFrame: number, chunk: MatteChunk): Promise<number>
  read(range: MatteChunkRange): Promise<MatteChunk>
  /**
   * Deletes an unreadable chunk and the report, so that the mattes count as unfinished. Null deletes only the report,
   * for a chunk that is missing.
   */
  discard(range: MatteChunkRange | null): Promise<void>
  /** Stores the report, which marks the mattes as complete. */
  finish(report: Report): Promise<void>
  /** The report; null while frames are missing. */
  report(): Promise<Report | null>
  /** Resolves when any worker has written since the last call; rejects when aborted. */
  change(signal: AbortSignal): Promise<void>
  close(): void
}

/** Opens the folder `path` of the origin private file system; creates it if missing. */
export const openMatteChunkStore = async <Report = MatteReport>(
  path: string,
): Promise<MatteChunkStore<Report>> => {
  const folder = await openFolder(path, { create: true })
  const channel = new BroadcastChannel(scopedName(`mattes ${path}`))
  const wakeup = createWakeup()
  channel.onmessage = wakeup.notify

  const put = async (name: string, content: Blob) => {
    await writeWhole(folder, { partName: `${name}.part`, name }, content)
    channel.postMessage(name)
    wakeup.notify()
  }
  const get = async (name: string): Promise<File> => (await folder.getFileHandle(name)).getFile()

  return {
    list: async () => {
      const names: MatteChunkRange[] = []
      for (const name of await namesIn(folder)) {
        const chunk = parseChunkFileName(name)
        if (chunk) names.push(chunk)
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
    write: async (firstFrame, chunk) => {
      const [first, last] = [chunk.frames[0], chunk.frames.at(-1)]
      if (!first || !last) return 0
      const name = chunkFileName({
        firstFrame,
        frames: chunk.frames.length,
        fromSeconds: first.timestampSeconds,
        toSeconds: last.timestampSeconds,
      })
      const deflated = await deflate(encodeChunk(chunk))
      await put(name, deflated)
      return deflated.size
    },
    read: async (name) => {
      const bytes = await inflate(await get(chunkFileName(name)))
      return decodeChunk(new Uint8Array(await bytes.arrayBuffer()))
    },
    finish: (report) => put(mattesReportName, new Blob([JSON.stringify(report)])),
    discard: async (name) => {
      for (const each of name ? [mattesReportName, chunkFileName(name)] : [mattesReportName])
        await folder.removeEntry(each).catch(() => {})
    },
    report: async () => {
      try {
        return JSON.parse(await (await get(mattesReportName)).text()) as Report
      } catch {
        return null
      }
    },
    change: (signal) => wakeup.wait({ signal }),
    close: () => channel.close(),
  }
}
