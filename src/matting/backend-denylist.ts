import { scopedName } from '#base/scoped-name.ts'
import { withDeadline } from '#base/stall-watchdog.ts'

/** Stores across visits which backends gave wrong results on this machine. */
export interface BackendDenylist {
  /** Whether the backend of this `BackendCandidate.key` gave wrong results before. */
  has(candidateKey: string): Promise<boolean>
  add(candidateKey: string): Promise<void>
}

const cacheName = 'clearcut-devices'

/** Milliseconds that work on a picture waits at most for the results of earlier visits. */
const slowestAnswerMs = 5_000

/**
 * Stored in the Cache API, which pages and workers share. A new browser version, or a build with other `files`, gives
 * every backend another chance. Without a Cache API the list lasts as long as the visit.
 */
export function openBackendDenylist(files: string): BackendDenylist {
  const held = new Set<string>()
  const addressOf = (candidateKey: string): string =>
    `https://clearcut-devices.invalid/${encodeURIComponent([candidateKey, navigator.userAgent, files].join('|'))}`
  /** Undefined if the Cache API is missing, fails, or does not answer. */
  const ask = <T>(question: (cache: Cache) => Promise<T>): Promise<T | undefined> =>
    withDeadline({ limitMs: slowestAnswerMs, reason: () => new Error('no answer') }, async () =>
      question(await caches.open(scopedName(cacheName))),
    ).catch(() => undefined)
  return {
    has: async (candidateKey) =>
      held.has(candidateKey) || (await ask((cache) => cache.match(addressOf(candidateKey)))) !== undefined,
    add: async (candidateKey) => {
      held.add(candidateKey)
      await ask((cache) => cache.put(addressOf(candidateKey), new Response('')))
    },
  }
}
