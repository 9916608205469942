import { isCancelledError } from '@tanstack/react-query'
import { matteName, resultName } from '#base/file-names.ts'
import { videoFormats } from '#contract/output-formats.ts'
import { type FileToSave, type SaveCall, saveInto } from '#library/save.ts'
import { canShareFile, downloads, shareSheet } from '#library/sink.ts'
import { resultsOf, type VideoItem, type VideoJob } from '#library/videos/video-item.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { failureOf } from '#studio/media/save-failure.ts'
import { createSaver, type Saver } from '#studio/media/saver.ts'
import { videoErrorSummary } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { matteFile, type ResultSources, videoResult } from '#studio/queries/job.ts'
import { useConnection, useService, useStudio } from '#studio/state/use-studio.ts'
import { createSaveFrames, type SaveFrames } from './save-frames.ts'

const { saving: texts } = messages

/** Saves results under the names of their videos, one at a time. */
export type SaveVideo = Pick<Saver, 'get' | 'subscribe'> & {
  /** Saves the frames of a result as pictures. */
  readonly frames: SaveFrames
  readonly start: (action: 'save' | 'share', item: VideoItem, result: VideoJob) => void
}

/** The sources of results, and the announcer of saves. */
type Parts = Pick<KindParts, 'client' | 'announcer' | 'service' | 'connection' | 'activityLog'>

/** Saves results until the page is closed. */
export function createSaveVideo(parts: Parts): SaveVideo {
  const saver = createSaver(parts.announcer)
  const frames = createSaveFrames(parts)
  return {
    get: saver.get,
    subscribe: saver.subscribe,
    frames,
    start: (action, item, result) => {
      frames.forget()
      saver.start(
        { id: item.id, action },
        (call) => saveResult(action, resultFiles(item, result, parts), call),
        (thrown) => failureText(thrown, result),
      )
    },
  }
}

/** Saves or shares the files of a result, and returns a text about it. */
const saveResult = async (
  action: 'save' | 'share',
  files: readonly FileToSave[],
  call: SaveCall,
): Promise<string> => {
  const bytes = await saveInto(action === 'share' ? shareSheet : downloads, files, call)
  if (action === 'share') return texts.shared
  const [name = '', matte] = files.map((file) => file.name)
  return matte ? messages.video.actions.savedWithMatte(name, matte, bytes) : texts.saved(name, bytes)
}

/** Whether the share sheet accepts the file of a result. */
export const canShareResult = ({ job }: VideoJob): boolean => {
  const { extension, mime } = videoFormats[job.format]
  return canShareFile(`video.${extension}`, mime)
}

const failureText = (thrown: unknown, { runLocation }: VideoJob): string | null =>
  // The download was cancelled.
  isCancelledError(thrown)
    ? null
    : failureOf(thrown, (error) =>
        runLocation === 'service' && error.status === 0
          ? messages.video.actions.linkOnly
          : videoErrorSummary(error, runLocation),
      )

/** The files of a result: the video, and the matte beside it. */
const resultFiles = (
  item: VideoItem,
  result: VideoJob,
  parts: Omit<Parts, 'announcer'>,
): readonly FileToSave[] => {
  const { job, runLocation, hasMatte } = result
  const { extension, mime } = videoFormats[job.format]
  const name = resultName(item.name, extension)
  const sources = resultSources(parts)
  const file = (named: string, fetched: () => Promise<Blob>): FileToSave => ({
    name: named,
    bytes: job.stats?.output_bytes ?? 0,
    make: async () => {
      const made = await fetched()
      return made.slice(0, made.size, mime)
    },
  })
  const { client } = parts
  return [
    file(name, () => client.fetchQuery(videoResult(sources, job.id, runLocation))),
    ...(hasMatte ? [file(matteName(name), () => client.fetchQuery(matteFile(sources.device, job.id)))] : []),
  ]
}

/** All possible sources of a finished job's file. */
const resultSources = ({ service, connection, activityLog }: Omit<Parts, 'announcer'>): ResultSources => ({
  device: service,
  service: connection.get().service,
  activityLog,
})

/** All possible sources of a finished job's file, for a component. */
export const useResultSources = (): ResultSources => ({
  device: useService(),
  service: useConnection().service,
  activityLog: useStudio().activityLog,
})

/** All results of a video with the mattes beside them, newest first. */
export const allResultFiles = (item: VideoItem, parts: Omit<Parts, 'announcer'>): readonly FileToSave[] =>
  resultsOf(item).flatMap((result) => resultFiles(item, result, parts))
