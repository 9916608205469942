/** The fields of the build's `asset-manifest.json` that are used here. */
type AssetManifest = {
  readonly build: string
  readonly files: readonly { readonly path: string; readonly when: 'install' | 'use' }[]
}

/** Each build has a cache of this prefix. The one created last is the current build. */
const cachePrefix = 'clearcut-shell-'

/** Holds the files of a build until all have arrived. */
const stagingName = 'clearcut-next-shell'

/** File names in these folders contain a hash of the content, so a cached file never goes out of date. */
const isHashedFile = (path: string): boolean => /^(assets|codecs)\//.test(path)

/** Model files are not cached here, because the page stores them itself. */
const modelFolder = 'models/'

/** How long a page waits for the newest version on a slow network before it gets the cached one, in milliseconds. */
const pageTimeoutMs = 4000

/** `base` is the service worker's scope, an absolute address that ends with a slash. */
export interface OfflineCache {
  /** Caches the files that the current build needs at the start. Rejects where one of them cannot be fetched. */
  install(base: string): Promise<void>
  /** Deletes old builds. Open windows may still run the newest or the one before, so these stay. */
  forgetOldBuilds(): Promise<void>
  /** The answer to a GET of this origin; null for requests that the browser should send itself. */
  answer(request: Request, base: string): Promise<Response> | null
}

export const openOfflineCache = (): OfflineCache => ({
  install: async (base) => {
    const { build, files } = await readManifest(base)
    const kept = await shellCaches()
    await caches.delete(stagingName)
    const staging = await caches.open(stagingName)
    const wanted = files.filter(({ path, when }) => when === 'install' && !path.startsWith(modelFolder))
    await Promise.all(
      wanted.map(async ({ path }) => {
        const url = new URL(path, base).href
        const isHashed = isHashedFile(path)
        const response = (isHashed && (await matchIn(kept, url))) || (await fetchWhole(url, isHashed))
        await staging.put(url, response)
      }),
    )
    await moveAll(staging, `${cachePrefix}${build}`)
    await caches.delete(stagingName)
  },

  forgetOldBuilds: async () => {
    const names = await buildNames()
    await Promise.all(names.slice(0, -2).map((name) => caches.delete(name)))
  },

  answer: (request, base) => {
    const path = pathBelow(base, request)
    if (path === null || path.startsWith(modelFolder) || isOwnFile(path)) return null
    if (request.mode === 'navigate') return newestPage(request, base)
    return isHashedFile(path) ? keptFirst(request) : networkFirst(request)
  },
})

/** The path below `base`; null for requests that this worker must not answer. */
const pathBelow = (base: string, request: Request): string | null => {
  if (request.method !== 'GET' || !request.url.startsWith(base) || request.headers.has('Range')) return null
  // Developer tools send such requests, and fetch() refuses to send them again.
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return null
  return new URL(request.url).pathname.slice(new URL(base).pathname.length)
}

const isOwnFile = (path: string): boolean => path === 'service-worker.js' || path === 'asset-manifest.json'

const keptFirst = async (request: Request): Promise<Response> => {
  const kept = await matchIn(await shellCaches(), request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (isWhole(response)) await keep(request.url, response.clone())
  return response
}

const networkFirst = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (offline) {
    const kept = await matchIn(await shellCaches(), request.url)
    if (kept) return kept
    throw offline
  }
}

/** The page from the server; the cached one where the server is unreachable, fails (5xx) or is slow. */
const newestPage = async (request: Request, base: string): Promise<Response> => {
  const kept = matchPage(request, base)
  const fresh = fetch(request)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, pageTimeoutMs))
  const answer = await Promise.race([fresh.catch(() => undefined), late])
  if (answer && answer.status < 500) return answer
  return (await kept) ?? fresh
}

/** The cached page. Its query (`?from=share`) is ignored, since the page is one file. */
const matchPage = async (request: Request, base: string): Promise<Response | undefined> => {
  const url = new URL(request.url)
  const isStudio = url.pathname === new URL(base).pathname
  return matchIn(await shellCaches(), isStudio ? new URL('index.html', base).href : url.origin + url.pathname)
}

const readManifest = async (base: string): Promise<AssetManifest> => {
  const response = await fetch(new URL('asset-manifest.json', base), { cache: 'no-store' })
  if (!response.ok) throw new Error(`asset-manifest.json: ${response.status}`)
  return (await response.json()) as AssetManifest
}

const fetchWhole = async (url: string, isHashed: boolean): Promise<Response> => {
  const response = await fetch(url, { cache: isHashed ? 'default' : 'no-cache' })
  if (!isWhole(response)) throw new Error(`${url}: ${response.status}`)
  // Hosts redirect index.html to its folder, and a navigation refuses redirected answers.
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response
}

const isWhole = (response: Response): boolean => response.status === 200 && response.type === 'basic'

/** Oldest first: `keys()` lists caches in the order of their creation. */
const buildNames = async (): Promise<readonly string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(cachePrefix))

/** Newest build first. */
const shellCaches = async (): Promise<readonly Cache[]> => {
  const names = await buildNames()
  return Promise.all(names.toReversed().map((name) => caches.open(name)))
}

const matchIn = async (shells: readonly Cache[], url: string): Promise<Response | undefined> => {
  for (const shell of shells) {
    const kept = await shell.match(url, { ignoreVary: true })
    if (kept) return kept
  }
  return undefined
}

/** Where the disk is full, the file is not cached and the answer is still given. */
const keep = async (url: string, response: Response): Promise<void> => {
  const [newest] = await shellCaches()
  await newest?.put(url, response).catch(() => {})
}

/** Creates the cache again, so that it is the last one also after a roll-back to an earlier build. */
const moveAll = async (from: Cache, to: string): Promise<void> => {
  await caches.delete(to)
  const target = await caches.open(to)
  for (const request of await from.keys()) {
    const response = await from.match(request)
    if (response) await target.put(request, response)
  }
}
