import { createStore, type Store } from '#base/store.ts'
import type { LinkOptions, OnDevice } from '#library/background-service.ts'
import { firstMessages as messages } from '#studio/messages/first-messages.ts'

const text = messages.intake.link

/** A link being fetched, with its progress in bytes; `total` is null if the site does not send it. */
export type LinkDownload = {
  readonly id: string
  readonly host: string
  readonly loaded: number
  readonly total: number | null
}

type LinkDownloadsState = {
  readonly running: readonly LinkDownload[]
  /** Why the last download failed; null if it succeeded. */
  readonly fault: string | null
}

/** Downloads of pasted links. Each runs and is cancelled independently. */
export type LinkDownloads = Pick<Store<LinkDownloadsState>, 'get' | 'subscribe'> & {
  readonly fetch: (address: string) => Promise<void>
  readonly cancel: (id: string) => void
  readonly forgetFault: () => void
}

type LinkParts = {
  readonly device: Pick<OnDevice, 'readLink'> | null
  readonly onFile: (file: File, link: string) => unknown
  /** Announces events of a download. */
  readonly tell: (text: string) => void
  readonly now?: () => number
}

/** The shortest time between progress reports, because each renders the page. */
const minIntervalMs = 100

export function createLinkDownloads({
  device,
  onFile,
  tell,
  now = () => performance.now(),
}: LinkParts): LinkDownloads {
  const store = createStore<LinkDownloadsState>({ running: [], fault: null })
  const aborts = new Map<string, AbortController>()
  const fail = (fault: string) => {
    store.set((state) => ({ ...state, fault }))
    tell(fault)
  }
  const forgetFault = () => store.set((state) => (state.fault === null ? state : { ...state, fault: null }))
  const change = (id: string, next: Partial<LinkDownload>) =>
    store.set((state) => ({
      ...state,
      running: state.running.map((each) => (each.id === id ? { ...each, ...next } : each)),
    }))

  const fetch = async (address: string): Promise<void> => {
    const url = linkFrom(address)
    if (!url || !device) return fail(text.notALink)
    const id = crypto.randomUUID()
    const abort = new AbortController()
    aborts.set(id, abort)
    store.set(({ running }) => ({
      running: [...running, { id, host: url.host, loaded: 0, total: null }],
      fault: null,
    }))
    tell(text.fetchingFrom(url.host))
    let toldAt = Number.NEGATIVE_INFINITY
    const onBytes = (loaded: number, total: number | null) => {
      if (now() - toldAt < minIntervalMs) return
      toldAt = now()
      change(id, { loaded, total })
    }
    try {
      const file = await downloadLink(url, device, { signal: abort.signal, onBytes })
      if (!abort.signal.aborted) onFile(file, url.href)
    } catch (thrown) {
      const fault = abort.signal.aborted ? null : await faultText(thrown)
      if (fault) fail(fault)
    } finally {
      aborts.delete(id)
      store.set((state) => ({ ...state, running: state.running.filter((each) => each.id !== id) }))
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    fetch,
    cancel: (id) => {
      aborts.get(id)?.abort()
      tell(text.cancelled)
    },
    forgetFault,
  }
}

/** The URL in `text` if this page may fetch it: https only. */
export const linkFrom = (text: string): URL | null => {
  const url = URL.parse(text.trim())
  return url?.protocol === 'https:' ? url : null
}

/** A picture or video from another site, with the name from its URL. Rejects like `OnDevice.readLink`. */
export async function downloadLink(
  url: URL,
  device: Pick<OnDevice, 'readLink'>,
  call: LinkOptions,
): Promise<File> {
  const blob = await device.readLink(url.href, call)
  return new File([blob], nameFrom(url), { type: blob.type })
}

/** The script with the texts of errors is loaded only when needed. */
const faultText = async (thrown: unknown): Promise<string | null> => {
  const { linkFaultText } = await import('./link-fault.ts')
  return linkFaultText(thrown)
}

const nameFrom = (url: URL): string => {
  const last = url.pathname.split('/').pop() ?? ''
  try {
    return decodeURIComponent(last) || messages.intake.linkedName
  } catch {
    return last
  }
}
