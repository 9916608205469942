import { isAbort, toServiceError } from '#contract/service-error.ts'
import type { LinkOptions, OnDevice } from '#service/background-service.ts'
import { createStore, type Store } from '#studio/state/store.ts'

/** A link that is being fetched, and how many bytes of it came; `total` is null where the site does not tell. */
export type LinkDownload = {
  readonly id: string
  readonly host: string
  readonly loaded: number
  readonly total: number | null
}

type LinkDownloadsState = {
  readonly running: readonly LinkDownload[]
  /** Why the last one that ended gave nothing. */
  readonly fault: string | null
}

/** The links that were pasted. Each is fetched by itself and can be stopped by itself. */
export type LinkDownloads = Pick<Store<LinkDownloadsState>, 'get' | 'subscribe'> & {
  readonly fetch: (text: string) => Promise<void>
  readonly cancel: (id: string) => void
  readonly forgetFault: () => void
}

type LinkParts = {
  readonly device: Pick<OnDevice, 'readLink'> | null
  readonly onFile: (file: File, link: string) => unknown
  /** Says aloud what happens to a link. */
  readonly tell: (text: string) => void
  readonly now?: () => number
}

/** How often the bytes that came are told, in milliseconds: each time paints the page. */
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

  const fetch = async (text: string): Promise<void> => {
    const url = linkFrom(text)
    if (!url || !device) return fail(noLinkText)
    const id = crypto.randomUUID()
    const abort = new AbortController()
    aborts.set(id, abort)
    store.set(({ running }) => ({
      running: [...running, { id, host: url.host, loaded: 0, total: null }],
      fault: null,
    }))
    tell(`Fetching from ${url.host}`)
    let toldAt = Number.NEGATIVE_INFINITY
    const onBytes = (loaded: number, total: number | null) => {
      if (now() - toldAt < minIntervalMs) return
      toldAt = now()
      change(id, { loaded, total })
    }
    try {
      const file = await fetchLink(url, device, { signal: abort.signal, onBytes })
      if (!abort.signal.aborted) onFile(file, url.href)
    } catch (thrown) {
      const fault = abort.signal.aborted || isAbort(thrown) ? null : linkFaultText(thrown)
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
      tell('Fetching was cancelled')
    },
    forgetFault,
  }
}

/** The address in `text`, if it is one that this page may fetch: https only. */
export const linkFrom = (text: string): URL | null => {
  const url = URL.parse(text.trim())
  return url?.protocol === 'https:' ? url : null
}

/** A picture or video from another site, under the name in its address. Rejects like `OnDevice.readLink`. */
export async function fetchLink(
  url: URL,
  device: Pick<OnDevice, 'readLink'>,
  call: LinkOptions,
): Promise<File> {
  const blob = await device.readLink(url.href, call)
  return new File([blob], nameFrom(url), { type: blob.type })
}

/** Why a link gave nothing, in words for people; null where that was wanted. */
export const linkFaultText = (thrown: unknown): string | null => {
  const error = toServiceError(thrown)
  if (isAbort(error)) return null
  if (error.code === 'image_too_large')
    return 'The picture behind that link is too large. A picture may have 20 MB.'
  if (error.code === 'video_too_large')
    return 'What is behind that link is too large. A video may have 500 MB.'
  const said = typeof error.details === 'object' ? error.details.url : undefined
  return said?.join(' ') ?? error.message
}

/** Said of a text that is no link. */
const noLinkText = 'That is not a link to a picture or video. It starts with https://'

const nameFrom = (url: URL): string => {
  const last = url.pathname.split('/').pop() ?? ''
  try {
    return decodeURIComponent(last) || 'linked file'
  } catch {
    return last
  }
}
