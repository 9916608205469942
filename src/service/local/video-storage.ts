import { isMissing, namesIn, type OpenRoot, openFolder, openOpfsRoot, orNull, splitPath } from '#base/opfs.ts'
import { isStorageReason } from '#contract/error-reasons.ts'
import type { Level } from '#contract/image-options.ts'
import { decodeChunk, parseChunkFileName } from '#contract/matte-chunk.ts'
import { isAbort, isServiceError, ServiceError } from '#contract/service-error.ts'
import type { MatteWindow } from '#service/background-service.ts'

/**
 * The large files of video jobs, in the browser's own file system: `sources/<videoHash>`,
 * `tracks/<videoHash>/<level>/…` with the mattes, `results/<job>.<ext>`, `packed/<job>-….zip` for the downloads. Workers
 * write the latter three.
 */
export interface VideoStorage {
  /**
   * Copies a video in, unless it is there. Rejects with a `ServiceError` in clear words where there is no
   * room, with an `AbortError` on abort; nothing is left of a copy that did not end.
   */
  keepSource(videoHash: string, video: Blob, signal?: AbortSignal): Promise<void>
  /** The file itself, which is read when needed; null where there is none. */
  read(path: string): Promise<Blob | null>
  /** The files of mattes of one video and level, by name. */
  listMattes(videoHash: string, level: Level): Promise<readonly string[]>
  /** The paths of packed frames. */
  listPacked(): Promise<readonly string[]>
  /** Deletes one file. False where a worker still has it open. */
  remove(path: string): Promise<boolean>
  /** Deletes all that `isNeeded` doesn't hold for. False where something is still in use and stayed. */
  deleteUnneeded(isNeeded: (path: NeededPath) => boolean): Promise<boolean>
}

/** What is deleted as one: everything of a video, all mattes of one, or a result. */
export type NeededPath =
  | { readonly kind: 'source' | 'mattes'; readonly videoHash: string; readonly path?: never }
  | { readonly kind: 'result'; readonly path: string }

export const sourcePath = (videoHash: string): string => `sources/${videoHash}`

export const mattesPath = (videoHash: string, level: Level): string => `tracks/${videoHash}/${level}`

/** `openRoot` gives the folder that all of it lies in; rejects where the browser keeps no files. */
export const opfsVideoStorage = (openRoot: OpenRoot = openOpfsRoot): VideoStorage => {
  const folder = (path: string, create = false) => openFolder(path, { create, openRoot })
  const names = async (path: string): Promise<readonly string[]> => {
    const found = await orNull(folder(path))
    return found ? (await namesIn(found)).sort() : []
  }
  const read = async (path: string): Promise<File | null> => {
    const [parent, name] = splitPath(path)
    return orNull(folder(parent).then(async (found) => (await found.getFileHandle(name)).getFile()))
  }
  const remove = async (path: string): Promise<boolean> => {
    const [parent, name] = splitPath(path)
    try {
      await (await folder(parent)).removeEntry(name, { recursive: true })
      return true
    } catch (thrown) {
      return isMissing(thrown)
    }
  }

  return {
    keepSource: async (videoHash, video, signal) => {
      try {
        if ((await read(sourcePath(videoHash)))?.size === video.size) return
        const handle = await (await folder('sources', true)).getFileHandle(videoHash, { create: true })
        await video.stream().pipeTo(await handle.createWritable(), signal && { signal })
      } catch (thrown) {
        await remove(sourcePath(videoHash))
        throw isAbort(thrown) ? thrown : toKeepingFault(thrown)
      }
    },
    read,
    listMattes: (videoHash, level) => names(mattesPath(videoHash, level)),
    listPacked: async () => (await names('packed')).map((name) => `packed/${name}`),
    remove,
    deleteUnneeded: async (isNeeded) => {
      const kept = [
        ...(await names('sources')).map(
          (videoHash) => [sourcePath(videoHash), { kind: 'source', videoHash }] as const,
        ),
        ...(await names('tracks')).map(
          (videoHash) => [`tracks/${videoHash}`, { kind: 'mattes', videoHash }] as const,
        ),
        ...(await names('results')).map((name) => {
          const path = `results/${name}`
          return [path, { kind: 'result', path }] as const
        }),
      ]
      const unneeded = kept.filter(([, file]) => !isNeeded(file))
      const gone = await Promise.all(unneeded.map(([path]) => remove(path)))
      return gone.every(Boolean)
    },
  }
}

/** Whether an error, or a cause of it, says that the disk, or what the browser may use of it, is full. */
export const isFull = (thrown: unknown): boolean => {
  let fault = thrown
  for (let depth = 0; fault instanceof Error && depth < 8; depth++) {
    if (fault.name === 'QuotaExceededError') return true
    if (isServiceError(fault) && isStorageReason(fault.reason)) return true
    fault = fault.cause
  }
  return false
}

/** What is told of a video that could not be kept for the work. */
export const toKeepingFault = (cause: unknown): ServiceError => {
  const reason = isFull(cause) ? 'storage_full' : 'video_not_copied'
  return new ServiceError('internal_server_error', { reason, cause })
}

/** Whoever asks for a job's video learns that it is deleted. */
export const sourceGone = (): ServiceError =>
  new ServiceError('job_not_found', { reason: 'job_source_deleted' })

/** Names of stretches count microseconds. */
const roundingSeconds = 1e-6

/**
 * The first stretch of a video's mattes that reaches `fromSeconds`; null where none does so far. A stretch
 * that is still being written, or is gone by now, counts as not there.
 */
export const readMatteWindow = async (
  files: Pick<VideoStorage, 'listMattes' | 'read'>,
  { videoHash, level }: { readonly videoHash: string; readonly level: Level },
  fromSeconds: number,
): Promise<MatteWindow | null> => {
  const names = await files.listMattes(videoHash, level)
  const name = names.find((name) => {
    const toSeconds = parseChunkFileName(name)?.toSeconds
    return toSeconds !== undefined && toSeconds + roundingSeconds >= fromSeconds
  })
  const file = name === undefined ? null : await files.read(`${mattesPath(videoHash, level)}/${name}`)
  if (!file) return null
  try {
    const { width, height, frames } = decodeChunk(await inflate(file))
    const [first, last] = [frames[0], frames.at(-1)]
    if (!first || !last) return null
    return { fromSeconds: first.timestampSeconds, toSeconds: last.timestampSeconds, width, height, frames }
  } catch {
    return null
  }
}

const inflate = async (file: Blob): Promise<Uint8Array> => {
  const bytes = file.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(bytes).arrayBuffer())
}
