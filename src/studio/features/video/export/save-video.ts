import { isCancelledError, type QueryClient } from '@tanstack/react-query'
import { createStore, type Store } from '#base/store.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import { resultsOf, type VideoItem, type VideoJob } from '#library/videos/video-item.ts'
import { useActivityLog, useConnection, useService } from '#studio/hooks/use-service.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import {
  canPickFile,
  canShareFile,
  matteName,
  resultName,
  ShareNeedsClick,
  saveFile,
  saveLargeFile,
  shareFiles,
} from '#studio/media/save-file.ts'
import type { ZipEntry } from '#studio/media/zip-results.ts'
import { videoErrorSummary } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { matteFile, type ResultSources, videoResult } from '#studio/queries/job.ts'
import { createSaveFrames, type SaveFrames } from './save-frames.ts'

const { actions: texts } = messages.video

/** How far a result is saved, and what came of the last attempt. */
type SavingState = {
  readonly isSaving: boolean
  /** The outcome of the last attempt; null before the first, and where the person stopped it. */
  readonly message: {
    /** The video that it was done with. */
    readonly itemId: string
    readonly text: string
    readonly isError: boolean
  } | null
}

/** Saves results of videos, one at a time. */
export type SaveVideo = Pick<Store<SavingState>, 'get' | 'subscribe'> & {
  /** Saves the frames of a result as pictures. */
  readonly frames: SaveFrames
  readonly save: (item: VideoItem, result: VideoJob) => void
  /** Hands a result to the device's sheet for sharing; null where that takes no such file. */
  readonly shareOf: (result: VideoJob) => ((item: VideoItem) => void) | null
}

type SaveWanted = { readonly item: VideoItem; readonly result: VideoJob; readonly isShared: boolean }

/** A file larger than this is streamed to the place that the person picks, not copied into the downloads. */
const largeBytes = 200_000_000

/** Saves results under the names of their videos, for as long as the page is there. */
export function createSaveVideo(
  parts: Pick<KindParts, 'client' | 'announcer' | 'service' | 'connection' | 'activityLog'>,
): SaveVideo {
  const store = createStore<SavingState>({ isSaving: false, message: null })
  const frames = createSaveFrames(parts)
  const start = async (wanted: SaveWanted) => {
    if (store.get().isSaving) return
    frames.reset()
    store.set({ isSaving: true, message: null })
    const { text, isError } = await saveResult(wanted, parts).then(
      (saved) => ({ text: saved, isError: false }),
      (thrown: unknown) => ({ text: errorMessage(thrown, wanted.result), isError: true }),
    )
    store.set({ isSaving: false, message: text ? { itemId: wanted.item.id, text, isError } : null })
    if (text) parts.announcer.announce(text)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    frames,
    save: (item, result) => void start({ item, result, isShared: false }),
    shareOf: (result) => {
      const { extension, mime } = videoFormats[result.job.format]
      if (!canShareFile(`video.${extension}`, mime)) return null
      return (item) => void start({ item, result, isShared: true })
    },
  }
}

/** Saves or shares a result and the matte beside it, and says what was done. */
const saveResult = async (
  { item, result, isShared }: SaveWanted,
  parts: Pick<KindParts, 'client' | 'service' | 'connection' | 'activityLog'>,
): Promise<string> => {
  const { extension, mime } = videoFormats[result.job.format]
  const name = resultName(item.name, extension)
  const files: File[] = []
  for (const each of filesOf(name, result, parts.client, resultSources(parts)))
    files.push(new File([await each.make()], each.name, { type: mime }))
  if (isShared) {
    await shareFiles(files)
    return texts.shared
  }
  for (const file of files) {
    if (file.size > largeBytes && canPickFile()) await saveLargeFile(file, file.name)
    else saveFile(file, file.name)
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return files.length > 1 ? texts.savedWithMatte(name, matteName(name), bytes) : texts.saved(name, bytes)
}

/** The files of a result: itself, and the matte beside it. */
const filesOf = (
  name: string,
  { job, runLocation, hasMatte = false }: VideoJob,
  client: QueryClient,
  sources: ResultSources,
): readonly Pick<ZipEntry, 'name' | 'make'>[] => [
  { name, make: () => client.fetchQuery(videoResult(sources, job.id, runLocation)) },
  ...(hasMatte
    ? [{ name: matteName(name), make: () => client.fetchQuery(matteFile(sources.device, job.id)) }]
    : []),
]

/** All places that may have the file of a finished job. */
export const resultSources = ({
  service,
  connection,
  activityLog,
}: Pick<KindParts, 'service' | 'connection' | 'activityLog'>): ResultSources => ({
  device: service,
  service: connection.get().service,
  activityLog,
})

/** The download was cancelled. */
const isStopped = (thrown: unknown): boolean => isCancelledError(thrown) || isAbort(thrown)

const errorMessage = (thrown: unknown, { runLocation }: VideoJob): string => {
  if (isStopped(thrown)) return ''
  if (thrown instanceof ShareNeedsClick) return texts.shareAgain
  const error = toServiceError(thrown)
  if (isAbort(error)) return ''
  return runLocation === 'service' && error.status === 0
    ? texts.linkOnly
    : videoErrorSummary(error, runLocation)
}

/** All places that may have the file of a finished job, for a component. */
export const useResultSources = (): ResultSources => ({
  device: useService(),
  service: useConnection().service,
  activityLog: useActivityLog(),
})

/** All results of the videos with the mattes beside them, newest first, as entries of a ZIP. */
export const videoZipEntries = (
  items: readonly VideoItem[],
  client: QueryClient,
  sources: ResultSources,
): readonly ZipEntry[] =>
  items.flatMap((item) =>
    resultsOf(item).flatMap((result) => {
      const name = resultName(item.name, videoFormats[result.job.format].extension)
      const bytes = result.job.stats?.output_bytes ?? 0
      return filesOf(name, result, client, sources).map((file) => ({ ...file, bytes }))
    }),
  )
