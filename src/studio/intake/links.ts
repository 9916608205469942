import { isAbort } from '#contract/service-error.ts'
import type { OnDevice } from '#service/background-service.ts'
import { createStore, type Store } from '#studio/state/create-store.ts'
import { fetchLink, linkFaultText, linkFrom, noLinkText } from './fetch-link.ts'

/** A link that is being fetched, and how many bytes of it came; `total` is null where the site does not tell. */
export type LinkFetch = {
  readonly id: string
  readonly host: string
  readonly loaded: number
  readonly total: number | null
}

export type LinksState = {
  readonly running: readonly LinkFetch[]
  /** Why the last one that ended gave nothing. */
  readonly fault: string | null
}

/** The links that were pasted. Each is fetched by itself and can be stopped by itself. */
export type Links = Pick<Store<LinksState>, 'get' | 'subscribe'> & {
  readonly fetch: (text: string) => Promise<void>
  readonly cancel: (id: string) => void
  readonly forgetFault: () => void
}

type Parts = {
  readonly device: Pick<OnDevice, 'readLink'> | null
  readonly onFile: (file: File, link: string) => unknown
  /** Says aloud what happens to a link. */
  readonly tell: (text: string) => void
  readonly now?: () => number
}

/** How often the bytes that came are told, in milliseconds: each time paints the page. */
const paceMs = 100

export function createLinks({ device, onFile, tell, now = () => performance.now() }: Parts): Links {
  const store = createStore<LinksState>({ running: [], fault: null })
  const aborts = new Map<string, AbortController>()
  const fail = (fault: string) => {
    store.set((state) => ({ ...state, fault }))
    tell(fault)
  }
  const forgetFault = () => store.set((state) => (state.fault === null ? state : { ...state, fault: null }))
  const change = (id: string, next: Partial<LinkFetch>) =>
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
      if (now() - toldAt < paceMs) return
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
