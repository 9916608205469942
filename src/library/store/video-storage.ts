import { fileLimitBytes, type OpenRoot } from '#base/opfs.ts'
import {
  editLayerKeys,
  editLayerPath,
  mattesReportName,
  parseLayerFolder,
  parseLayerReport,
} from '#contract/edit-layers.ts'
import { isStorageReason, type Reason } from '#contract/error-reasons.ts'
import { decodeChunk, type MatteWindow, parseChunkFileName } from '#contract/matte-chunk.ts'
import { isAbort, isServiceError, ServiceError } from '#contract/service-error.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import { filePath, opfsFiles } from './stored-files.ts'
import type { JobState } from './stored-job.ts'

/**
 * Large files of video jobs in the origin private file system: videos in `files/<hash>`, shared with kept items; mattes
 * in `tracks/<videoHash>/<matteKey>/…`; results in `results/<job>.<ext>` with mattes in `results/<job>-matte.<ext>`;
 * ZIPs for downloads in `packed/<job>-….zip`. Workers write all except the videos.
 */
export interface VideoStorage {
  /**
   * Copies a video unless it is stored. Rejects with a `ServiceError` of the reason `video_not_copied` or one of
   * `fullStorage`, or with an `AbortError`; then no copy is left.
   */
  keepSource(hash: string, video: Blob, signal?: AbortSignal): Promise<void>
  /** The file at a path, unread; null if there is none. */
  read(path: string): Promise<Blob | null>
  /** The file names in a folder of mattes. */
  listMattes(mattes: string): Promise<readonly string[]>
  /** The edit layers of all videos, complete or not. */
  listLayers(): Promise<readonly EditLayer[]>
  /** The paths of ZIPs with frames. */
  listPacked(): Promise<readonly string[]>
  /** Deletes a file. False if a worker has it open. */
  remove(path: string): Promise<boolean>
  /** Deletes all unneeded files. */
  deleteUnneeded(isNeeded: (path: NeededPath) => boolean): Promise<Deletion>
}

/** `isClean`: no file was open in a worker. `deleted`: the number of deleted files. */
export type Deletion = { readonly isClean: boolean; readonly deleted: number }

/** A run of edits propagated to a video's frames. */
export type EditLayer = {
  readonly videoHash: string
  /** The folder of the mattes that it changes. */
  readonly mattes: string
  readonly key: string
  /** 0 until it is complete. */
  readonly bytes: number
  /** When it was completed, in milliseconds since 1970; 0 before. */
  readonly atMs: number
}

/** The folder of an edit layer's mattes. */
export const layerPath = ({ mattes, key }: EditLayer): string => editLayerPath(mattes, key)

/** What is deleted as a unit: the copy of a video, one set of its mattes, or a result. */
export type NeededPath =
  | { readonly kind: 'file'; readonly hash: string }
  | { readonly kind: 'mattes'; readonly path: string }
  /** An empty folder of a video's mattes. */
  | { readonly kind: 'tracks'; readonly videoHash: string }
  | { readonly kind: 'result'; readonly path: string }

/** The path of a job's video. */
export const sourcePathOf = ({ videoHash, fileHash = videoHash }: Pick<JobState, 'videoHash' | 'fileHash'>) =>
  filePath(fileHash)

/** Replaces the matte key if the mattes are the alpha of a service's result. */
export const givenAlpha = 'given-alpha'

/** The folder of a job's mattes. */
export const mattesPath = ({ videoHash, matteKey }: Pick<JobState, 'videoHash' | 'matteKey'>): string =>
  `tracks/${videoHash}/${matteKey}`

/** `openRoot` resolves with the root folder; it rejects if the browser refuses storage. */
export const opfsVideoStorage = (openRoot?: OpenRoot): VideoStorage => {
  const { read, names, write, remove } = opfsFiles(openRoot)
  const tracks = async () => {
    const found: { readonly videoHash: string; readonly path: string }[] = []
    for (const videoHash of await names('tracks'))
      for (const key of await names(`tracks/${videoHash}`))
        found.push({ videoHash, path: `tracks/${videoHash}/${key}` })
    return found
  }

  return {
    keepSource: async (hash, video, signal) => {
      try {
        if ((await read(filePath(hash)))?.size === video.size) return
        await write(filePath(hash), video, signal)
      } catch (thrown) {
        throw isAbort(thrown) ? thrown : toKeepingFault(thrown)
      }
    },
    read,
    listMattes: names,
    listLayers: async () => {
      const layers: EditLayer[] = []
      for (const { videoHash, path: mattes } of await tracks())
        for (const name of await names(mattes)) {
          const key = parseLayerFolder(name)
          if (key === null) continue
          const report = await read(`${mattes}/${name}/${mattesReportName}`)
          const bytes = (report && parseLayerReport(await report.text()))?.bytes ?? 0
          layers.push({ videoHash, mattes, key, bytes, atMs: report?.lastModified ?? 0 })
        }
      return layers
    },
    listPacked: async () => (await names('packed')).map((name) => `packed/${name}`),
    remove,
    deleteUnneeded: async (isNeeded) => {
      const kept = [
        ...(await names('files')).map((hash) => [filePath(hash), { kind: 'file', hash }] as const),
        ...(await tracks()).map((mattes) => [mattes.path, { kind: 'mattes', path: mattes.path }] as const),
        ...(await names('results')).map((name) => {
          const path = `results/${name}`
          return [path, { kind: 'result', path }] as const
        }),
      ]
      const unneeded = kept.filter(([, file]) => !isNeeded(file))
      const gone = await Promise.all(unneeded.map(([path]) => remove(path)))
      for (const videoHash of await names('tracks')) {
        // Without the video no job writes mattes into it.
        const isEmpty = (await names(`tracks/${videoHash}`)).length === 0
        if (isEmpty && !isNeeded({ kind: 'tracks', videoHash })) await remove(`tracks/${videoHash}`)
      }
      return { isClean: gone.every(Boolean), deleted: gone.filter(Boolean).length }
    },
  }
}

/** Whether an error or one of its causes is a full disk or quota. */
export const isFull = (thrown: unknown): boolean => {
  let fault = thrown
  for (let depth = 0; fault instanceof Error && depth < 8; depth++) {
    if (fault.name === 'QuotaExceededError') return true
    if (isServiceError(fault) && isStorageReason(fault.reason)) return true
    fault = fault.cause
  }
  return false
}

/** The reason why files do not fit: the browser's limit, or the limit of files in IndexedDB in bytes. */
export const fullStorage = (limitBytes: number | null = fileLimitBytes()): Reason =>
  limitBytes === null
    ? { reason: 'storage_full' }
    : { reason: 'storage_limit_reached', params: { maxMegabytes: Math.floor(limitBytes / 1e6) } }

/** The error of a failed copy of a video. */
export const toKeepingFault = (cause: unknown): ServiceError => {
  const why: Reason = isFull(cause) ? fullStorage() : { reason: 'video_not_copied' }
  return new ServiceError('internal_server_error', { ...why, cause })
}

/** The error of a job whose video was deleted. */
export const sourceGone = (): ServiceError =>
  new ServiceError('job_not_found', { reason: 'job_source_deleted' })

/** The folder of the newest complete layer that changed a chunk; null if there is none. */
const layerWith = async (
  files: Pick<VideoStorage, 'read'>,
  path: string,
  chunk: string,
  edits: VideoEdits,
): Promise<string | null> => {
  const firstFrame = parseChunkFileName(chunk)?.firstFrame
  for (const key of (await editLayerKeys(edits)).toReversed()) {
    const folder = editLayerPath(path, key)
    const report = await files.read(`${folder}/${mattesReportName}`)
    if (!report) continue
    const changed = parseLayerReport(await report.text())
    if (changed?.firstFrames.some((first) => first === firstFrame)) return folder
  }
  return null
}

/** File names of chunks contain whole microseconds. */
const roundingSeconds = 1e-6

/**
 * The first chunk in a folder of mattes that ends after `fromSeconds`, with propagated edits; null if there is none, or
 * it was deleted or cannot be read.
 */
export const readMatteWindow = async (
  files: Pick<VideoStorage, 'listMattes' | 'read'>,
  path: string,
  fromSeconds: number,
  edits?: VideoEdits,
): Promise<MatteWindow | null> => {
  const names = await files.listMattes(path)
  const name = names.find((name) => {
    const toSeconds = parseChunkFileName(name)?.toSeconds
    return toSeconds !== undefined && toSeconds + roundingSeconds >= fromSeconds
  })
  if (name === undefined) return null
  const layer = edits && (await layerWith(files, path, name, edits))
  const file = await files.read(`${layer ?? path}/${name}`)
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
