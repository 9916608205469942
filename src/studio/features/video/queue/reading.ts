import { isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import type { OnDeviceVideos } from '#service/background-service.ts'
import type { VideoEvent } from './video-state.ts'

/** Finds out what is in videos; see `OnDeviceVideos.probe`. */
export type Reading = {
  /** Tells what was found, or why nothing was. Reading the same video anew ends what went on before. */
  readonly read: (id: string, file: Blob) => Promise<void>
  /** Nobody wants to know any more: the next one goes on at once. */
  readonly stop: (id: string) => void
}

export function createReading(
  videos: Pick<OnDeviceVideos, 'probe'> | undefined,
  dispatch: (event: VideoEvent) => void,
): Reading {
  const running = new Map<string, AbortController>()
  const stop = (id: string) => {
    running.get(id)?.abort()
    running.delete(id)
  }
  return {
    read: async (id, file) => {
      stop(id)
      const abort = new AbortController()
      running.set(id, abort)
      try {
        if (!videos) throw new ServiceError('invalid_video')
        dispatch({ type: 'read', id, facts: await videos.probe(file, { signal: abort.signal }) })
      } catch (thrown) {
        const error = toServiceError(thrown)
        if (!isAbort(error)) dispatch({ type: 'faulted', id, error })
      } finally {
        if (running.get(id) === abort) running.delete(id)
      }
    },
    stop,
  }
}
