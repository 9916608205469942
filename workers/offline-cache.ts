import { sha256Hex } from '#base/sha256.ts'

/** The list of a build's files, beside its page. */
const manifestFile = 'asset-manifest.json'

type AssetManifest = {
  readonly build: string
  readonly files: readonly (BuiltFile & { readonly when: 'install' | 'use' })[]
}

/** Several studios may share an origin, so the names of caches contain the path. */
const scopeOf = (base: string): string => encodeURIComponent(new URL(base).pathname)

/** Each build has a cache of this prefix. The one created last is the current build. */
const cachePrefix = (base: string): string => `clearcut-shell:${scopeOf(base)}:`

/** Contains the files of a build until all have arrived. */
const stagingName = (base: string): string => `clearcut-next-shell:${scopeOf(base)}`

/** File names in these folders contain a hash of the content, so a cached file never goes out of date. */
const isHashedFile = (path: string): boolean => /^(assets|codecs)\//.test(path)

/** Model files are not cached here, because the page stores them itself. */
const modelFolder = 'models/'

/** How long a page waits for the newest version on a slow network before it gets the cached one, in milliseconds. */
const pageTimeoutMs = 4000

/** `base` is the service worker's scope, an absolute URL that ends with a slash. */
interface OfflineCache {
  /** Whether the files of any build are stored. */
  hasCopy(base: string): Promise<boolean>
  /** Caches the files that the current build needs at the start. Rejects if one of them cannot be fetched. */
  install(base: string): Promise<void>
  /** Deletes old builds below `base`. Open windows may still run the newest or the one before, so these stay. */
  forgetOldBuilds(base: string): Promise<void>
  /** The answer to a GET of this origin; null for requests that the browser should send itself. */
  answer(request: Request, base: string): Promise<Response> | null
}

export const openOfflineCache = (): OfflineCache => ({
  hasCopy: async (base) => (await buildNames(base)).length > 0,

  install: async (base) => {
    const manifest = await readManifest(base)
    const kept = await shellCaches(base)
    await caches.delete(stagingName(base))
    const staging = await caches.open(stagingName(base))
    const wanted = manifest.files.filter(
      ({ path, when }) => when === 'install' && !path.startsWith(modelFolder),
    )
    await Promise.all(
      wanted.map(async (file) => {
        const url = new URL(file.path, base).href
        const isHashed = isHashedFile(file.path)
        const known = isHashed ? await matchIn(kept, url) : undefined
        const whole = known && (await wholeFile(known, file, true))
        await staging.put(url, whole ?? (await fetchBuiltFile(url, file, isHashed)))
      }),
    )
    await staging.put(new URL(manifestFile, base), Response.json(manifest))
    await moveAll(staging, `${cachePrefix(base)}${manifest.build}`)
    await caches.delete(stagingName(base))
  },

  forgetOldBuilds: async (base) => {
    const names = await buildNames(base)
    const incomplete = (await caches.keys()).filter(
      (name) => name.startsWith(cachePrefix(base)) && !names.includes(name),
    )
    await Promise.all([...names.slice(0, -2), ...incomplete].map((name) => caches.delete(name)))
  },

  answer: (request, base) => {
    const path = pathBelow(base, request)
    if (path === null || path.startsWith(modelFolder) || isOwnFile(path)) return null
    if (request.mode === 'navigate') return newestPage(request, base)
    return isHashedFile(path) ? keptFirst(request, path, base) : networkFirst(request, base)
  },
})

/** The path below `base`; null for requests that this worker must not answer. */
const pathBelow = (base: string, request: Request): string | null => {
  if (request.method !== 'GET' || !request.url.startsWith(base) || request.headers.has('Range')) return null
  // Developer tools send such requests, and fetch() refuses to send them again.
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return null
  return new URL(request.url).pathname.slice(new URL(base).pathname.length)
}

const isOwnFile = (path: string): boolean => path === 'service-worker.js' || path === manifestFile

/** The cached file, unless a fault of the disk has changed it: then it is replaced by a new one. */
const keptFirst = async (request: Request, path: string, base: string): Promise<Response> => {
  const shells = await shellCaches(base)
  const [kept, file] = await Promise.all([matchIn(shells, request.url), describedIn(shells, path, base)])
  if (!file) return kept ?? fetch(request)
  // The cached answer itself, because browsers store compiled code with it.
  if (kept && (await wholeFile(kept.clone(), file, true).catch(() => null))) return kept
  try {
    const response = await fetchBuiltFile(request, file, true)
    await keep(shells, request.url, response.clone())
    return response
  } catch {
    return fetch(request, { cache: 'no-store' })
  }
}

const describedIn = async (
  shells: readonly Cache[],
  path: string,
  base: string,
): Promise<BuiltFile | undefined> => {
  for (const shell of shells) {
    const manifest: AssetManifest | undefined = await (await shell.match(new URL(manifestFile, base)))?.json()
    const file = manifest?.files.find((one) => one.path === path)
    if (file) return file
  }
  return undefined
}

const networkFirst = async (request: Request, base: string): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (offline) {
    const kept = await matchIn(await shellCaches(base), request.url)
    if (kept) return kept
    throw offline
  }
}

/** The page from the server; the cached one if the server is unreachable, fails (5xx) or is slow. */
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
  return matchIn(
    await shellCaches(base),
    isStudio ? new URL('index.html', base).href : url.origin + url.pathname,
  )
}

const readManifest = async (base: string): Promise<AssetManifest> => {
  const response = await fetch(new URL(manifestFile, base), { cache: 'no-store' })
  if (!response.ok) throw new Error(`${manifestFile}: ${response.status}`)
  return (await response.json()) as AssetManifest
}

/** The complete caches, oldest first: `keys()` lists caches in the order of their creation. */
const buildNames = async (base: string): Promise<readonly string[]> => {
  const names = await caches.keys()
  const mine = await Promise.all(
    names.map(async (name) => {
      if (!name.startsWith(cachePrefix(base))) return false
      // The manifest comes last.
      return (await (await caches.open(name)).match(new URL(manifestFile, base))) !== undefined
    }),
  )
  return names.filter((_name, index) => mine[index])
}

/** Newest build first. */
const shellCaches = async (base: string): Promise<readonly Cache[]> => {
  const names = await buildNames(base)
  return Promise.all(names.toReversed().map((name) => caches.open(name)))
}

const matchIn = async (shells: readonly Cache[], url: string): Promise<Response | undefined> => {
  for (const shell of shells) {
    const kept = await shell.match(url, { ignoreVary: true })
    if (kept) return kept
  }
  return undefined
}

/** If the disk is full, the file is not cached. */
const keep = async ([newest]: readonly Cache[], url: string, response: Response): Promise<void> => {
  await newest?.put(url, response).catch(() => {})
}

/**
 * Creates the cache again, so that it is the last one also after a roll-back to an earlier build. Keeps the order of
 * the files: the last file shows that the cache is complete.
 */
const moveAll = async (from: Cache, to: string): Promise<void> => {
  await caches.delete(to)
  const target = await caches.open(to)
  for (const request of await from.keys()) {
    const response = await from.match(request)
    if (response) await target.put(request, response)
  }
}

/** A file of a build, as in `asset-manifest.json`. */
type BuiltFile = {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/**
 * Fetches a built file and checks status, type, length and SHA-256. Some hosts answer 200 with a page for a missing
 * file during a release, and that page may be in the HTTP cache: a file that fails the check is fetched once more, past
 * the cache. Rejects if that fails too. A host may change files without a hash in their names, so for those only the
 * type is checked the second time.
 */
export const fetchBuiltFile = async (
  request: Request | string,
  file: BuiltFile,
  isHashed: boolean,
  fetchFile: typeof fetch = fetch,
): Promise<Response> => {
  const first = await fetchFile(request, { cache: isHashed ? 'default' : 'no-cache' }).catch(() => null)
  const whole = first && (await wholeFile(first, file, true))
  if (whole) return whole
  const again = await fetchFile(request, { cache: 'reload' })
  const fresh = await wholeFile(again, file, isHashed)
  if (!fresh) throw new Error(`${file.path}: ${again.status}, not the file of this build`)
  return fresh
}

/** Whether a web page was served instead of another file. */
const isPageInstead = (path: string, response: Response): boolean =>
  !path.endsWith('.html') && /html/i.test(response.headers.get('Content-Type') ?? '')

/** The answer with its body read; null if that is not the file. Without `isExact`, status and type suffice. */
const wholeFile = async (
  response: Response,
  { path, bytes, sha256 }: BuiltFile,
  isExact: boolean,
): Promise<Response | null> => {
  if (response.status !== 200 || isPageInstead(path, response)) return null
  const body = await response.arrayBuffer()
  if (isExact && (body.byteLength !== bytes || (await sha256Hex(body)) !== sha256)) return null
  const headers = new Headers(response.headers)
  // These headers describe the encoded body.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  // A new response also drops the redirect of index.html to its folder, which a navigation refuses.
  return new Response(body, { headers })
}
