import type { KeepOfflineCommand } from '#workers/api-bridge-messages.ts'

/**
 * Has the service worker keep the studio for use without a network, unless it does already. Called when a visit has
 * become more than a look, since the copy is several times as large as the first view.
 */
export const keepOffline = async (
  container: Pick<ServiceWorkerContainer, 'ready'> | undefined = navigator.serviceWorker,
): Promise<void> => {
  const registration = await container?.ready
  registration?.active?.postMessage({ kind: 'keep-offline' } satisfies KeepOfflineCommand)
}

type Watched = { readonly subscribe: (listener: () => void) => () => void }

/** Calls `then` once, when `isSo` holds after a change. */
export const onceSo = ({ subscribe }: Watched, isSo: () => boolean, then: () => void): void => {
  const leave = subscribe(() => {
    if (!isSo()) return
    leave()
    then()
  })
}
