/** Remembers across visits which rungs of the ladder answered wrongly on this machine. */
export interface BackendDenylist {
  has(rungKey: string): Promise<boolean>
  add(rungKey: string): Promise<void>
}

const cacheName = 'clearcut-devices'

/**
 * Keeps them in the Cache API, which pages and workers share. A new browser, or a new build with other
 * `files`, gives every rung another chance. Forgets at the end of the visit where there is no Cache API.
 */
export function openBackendDenylist(files: string): BackendDenylist {
  const held = new Set<string>()
  const addressOf = (rungKey: string): string =>
    `https://clearcut-devices.invalid/${encodeURIComponent([rungKey, navigator.userAgent, files].join('|'))}`
  const open = (): Promise<Cache | undefined> =>
    Promise.resolve(globalThis.caches?.open(cacheName)).catch(() => undefined)
  return {
    has: async (rungKey) =>
      held.has(rungKey) ||
      (await (await open())?.match(addressOf(rungKey)).catch(() => undefined)) !== undefined,
    add: async (rungKey) => {
      held.add(rungKey)
      await (await open())?.put(addressOf(rungKey), new Response('')).catch(() => undefined)
    },
  }
}
