import type { KeepOfflineCommand } from '#workers/api-bridge-messages.ts'

/**
 * Makes the service worker store the studio for offline use. Called once a visit begins to work, since the copy is
 * several times as large as the first view.
 */
export const keepOffline = async (
  container: Pick<ServiceWorkerContainer, 'ready'> | undefined = navigator.serviceWorker,
): Promise<void> => {
  const registration = await container?.ready
  registration?.active?.postMessage({ kind: 'keep-offline' } satisfies KeepOfflineCommand)
}

type Watched = { readonly subscribe: (listener: () => void) => () => void }

/** Calls `then` once, after the first change for which `isSo` returns true. */
export const onceSo = ({ subscribe }: Watched, isSo: () => boolean, then: () => void): void => {
  const leave = subscribe(() => {
    if (!isSo()) return
    leave()
    then()
  })
}
