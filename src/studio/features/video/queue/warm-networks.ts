import type { Store } from '#base/store.ts'
import { createTimer } from '#base/timers.ts'
import type { Level } from '#contract/image-options.ts'
import type { ItemsOfKind } from '#library/items/item-list.ts'
import { phaseOf, type VideoItem } from '#library/videos/video-item.ts'

type WarmParts = {
  readonly queue: Pick<Store<ItemsOfKind<VideoItem>>, 'get' | 'subscribe'>
  /** Loads the networks of a level. */
  readonly warm: (level: Level, call: { readonly signal: AbortSignal }) => Promise<void>
  /** Dispatches `online` events: the page's window. */
  readonly network: Pick<EventTarget, 'addEventListener'>
}

/** How long a failed load is not retried, unless the page comes online before. */
const retryAfterMs = 60_000

/**
 * Loads the networks while the settings of a video are chosen: once for each level, when a video of this device is
 * ready to start. A failed load is retried a minute later, or when the page comes online, and not reported, since the
 * job reports it. The returned function ends this and stops loading.
 */
export const warmWhileReady = ({ queue, warm, network }: WarmParts): (() => void) => {
  const ended = new AbortController()
  const { signal } = ended
  const asked = new Set<Level>()
  const failed = new Set<Level>()
  const look = () => {
    const ready = queue
      .get()
      .items.filter((item) => item.runLocation === 'device' && phaseOf(item) === 'ready')
    for (const { recipe } of ready) load(recipe.level)
  }
  const load = (level: Level) => {
    if (asked.has(level)) return
    asked.add(level)
    warm(level, { signal }).catch(() => {
      if (signal.aborted) return
      if (failed.size === 0) timer.start(retryAfterMs)
      failed.add(level)
    })
  }
  const retry = () => {
    timer.stop()
    for (const level of failed) asked.delete(level)
    failed.clear()
    look()
  }
  const timer = createTimer(retry)
  look()
  network.addEventListener('online', retry, { signal })
  const leave = queue.subscribe(look)
  return () => {
    leave()
    timer.stop()
    ended.abort()
  }
}
