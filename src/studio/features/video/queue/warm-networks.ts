import type { Level } from '#contract/image-options.ts'
import type { Settings } from '#studio/state/settings.ts'
import type { Store } from '#studio/state/store.ts'
import { phaseOf } from './video-item.ts'
import type { VideoState } from './video-state.ts'

type WarmParts = {
  readonly queue: Pick<Store<VideoState>, 'get' | 'subscribe'>
  readonly settings: Pick<Store<Settings>, 'get' | 'subscribe'>
  /** Loads the networks of a level. */
  readonly warm: (level: Level) => Promise<void>
}

/**
 * Loads the networks while the settings of a video are chosen: once for each level, when a video of this device is ready
 * to start. A failure is ignored, since the job will report it. Ends when the returned function is called.
 */
export const warmWhileReady = ({ queue, settings, warm }: WarmParts): (() => void) => {
  const warmed = new Set<Level>()
  const look = () => {
    const isReady = queue
      .get()
      .items.some((item) => item.runLocation === 'device' && phaseOf(item) === 'ready')
    const { level } = settings.get().video
    if (!isReady || warmed.has(level)) return
    warmed.add(level)
    warm(level).catch(() => warmed.delete(level))
  }
  look()
  const leaves = [queue.subscribe(look), settings.subscribe(look)]
  return () => {
    for (const leave of leaves) leave()
  }
}
