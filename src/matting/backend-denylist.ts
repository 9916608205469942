/** Remembers across visits which backends gave wrong results on this machine. */
export interface BackendDenylist {
  /** Whether the backend of this `BackendCandidate.key` gave wrong results before. */
  has(candidateKey: string): Promise<boolean>
  add(candidateKey: string): Promise<void>
}

const cacheName = 'clearcut-devices'

/**
 * Kept in the Cache API, which pages and workers share. A new browser, or a new build with other `files`, gives every
 * backend another chance. Without a Cache API the list lasts as long as the visit.
 */
export function openBackendDenylist(files: string): BackendDenylist {
  const held = new Set<string>()
  const addressOf = (candidateKey: string): string =>
    `https://clearcut-devices.invalid/${encodeURIComponent([candidateKey, navigator.userAgent, files].join('|'))}`
  const open = (): Promise<Cache | undefined> =>
    Promise.resolve(globalThis.caches?.open(cacheName)).catch(() => undefined)
  return {
    has: async (candidateKey) =>
      held.has(candidateKey) ||
      (await (await open())?.match(addressOf(candidateKey)).catch(() => undefined)) !== undefined,
    add: async (candidateKey) => {
      held.add(candidateKey)
      await (await open())?.put(addressOf(candidateKey), new Response('')).catch(() => undefined)
    },
  }
}
