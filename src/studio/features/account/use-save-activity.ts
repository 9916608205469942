import { useState } from 'react'
import { resultName } from '#base/file-names.ts'
import { imageFormatOf, videoFormats } from '#contract/output-formats.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { SaveCall } from '#library/save.ts'
import { saveFile } from '#library/sink.ts'
import type { Activity } from '#service/activity.ts'
import { saveFailure } from '#studio/media/save-failure.ts'
import { createSaver, type Saver, type SaverState } from '#studio/media/saver.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useConnection, useService, useStudio } from '#studio/state/use-studio.ts'
import { shownState } from './activity-state.ts'

const { activity: texts } = messages.account

/** Saves the result of an entry again. */
export type SaveActivity = SaverState &
  Pick<Saver, 'cancel'> & {
    /** Whether the result is kept on this device, or still at its service. */
    readonly isPossible: boolean
    readonly save: () => void
  }

/** Saves the result of a request: from this device if kept, otherwise from the service that made it. */
export function useSaveActivity(activity: Activity, now: number): SaveActivity {
  const log = useStudio().activityLog
  const device = useService()
  const { service } = useConnection()
  const { announcer } = useStudio()
  const [saver] = useState(() => createSaver(announcer))
  const { id, job, kept, name } = activity
  const origin = [device, service].find((each) => each?.id === activity.service)

  /** Null if the browser downloads the link itself: a host may refuse requests of pages (CORS) but serve links. */
  const fetchOrOpen = async ({ signal, onProgress }: SaveCall): Promise<Blob | null> => {
    if (!job || !origin) throw new ServiceError('job_not_found')
    try {
      return await origin.getResult(job.id, {
        signal,
        onProgress: (next) => onProgress({ done: 0, total: 1, next }),
      })
    } catch (thrown) {
      if (!job.result_url || !isWithoutAnswer(thrown)) throw thrown
      openLink(job.result_url)
      return null
    }
  }
  const save = async (call: SaveCall): Promise<string> => {
    const result = (kept ? await log.readResult(id) : null) ?? (await fetchOrOpen(call))
    if (!result) return texts.savedByLink
    saveFile(result, resultName(name, extensionOf(activity, result)))
    return texts.saved(name)
  }

  return {
    ...useStore(saver),
    isPossible:
      kept !== null || (shownState(activity, now) === 'completed' && job !== null && origin !== undefined),
    save: () => saver.start({ id, action: 'save' }, save, saveFailure),
    cancel: saver.cancel,
  }
}

const isWithoutAnswer = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'status' in thrown && thrown.status === 0

/** Starts a download: the service serves the link as an attachment, so no page opens. */
const openLink = (url: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noreferrer'
  link.target = '_blank'
  link.click()
}

const extensionOf = ({ job }: Activity, { type }: Blob): string => {
  if (job) return videoFormats[job.format].extension
  return imageFormatOf(type)?.extension ?? 'png'
}
