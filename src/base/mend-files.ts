import { type BuiltFile, fetchBuiltFile, isPageInstead, wholeFile } from './whole-file.ts'

/** The list of a build's files, beside its page. */
export const manifestFile = 'asset-manifest.json'

/** Whoever waits for the list waits with a fault to show. */
const slowestListMs = 20_000

/**
 * Looks through what the HTTP cache holds of a build, and fetches anew past it what is not the file that the build has:
 * a host that answers 200 with a page for a missing file, while a release goes out, may have put that page there for a
 * year. Under the service worker no such file is used; this is for pages that it does not control yet.
 *
 * Resolves with whether it mended anything, and rejects where files cannot be had. `base` is the absolute address of the
 * studio. Files of `failed` are looked at also where the browser does not tell what its cache holds.
 */
export const mendFiles = async (
  base: string,
  failed: readonly string[] = [],
  fetchFile: typeof fetch = fetch,
): Promise<boolean> => {
  const answer = await fetchFile(new URL(manifestFile, base), {
    cache: 'no-store',
    signal: AbortSignal.timeout(slowestListMs),
  })
  const { files }: { readonly files: readonly BuiltFile[] } = await answer.json()
  const mended = files
    .filter(({ path }) => /^(assets|codecs)\//.test(path))
    .map(async (file) => {
      const url = new URL(file.path, base).href
      const kept = await fetchFile(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
      // 504 is the answer for what is not cached.
      const isUnknown = kept === null || kept.status === 504
      if (isUnknown ? !failed.includes(url) : await wholeFile(kept, file, true)) return false
      await fetchBuiltFile(url, file, true, fetchFile)
      return true
    })
  const known = new Set(files.map(({ path }) => new URL(path, base).href))
  const others = failed.filter((url) => !known.has(url)).map((url) => fetchAnew(url, fetchFile))
  return (await Promise.all([...mended, ...others])).includes(true)
}

/** `mendFiles` for a page that runs: whether it mended what a host had sent in place of scripts. */
export const mendScripts = (): Promise<boolean> =>
  mendFiles(new URL(import.meta.env.BASE_URL, location.href).href)

/** What `load` imports. A script that could not be loaded is asked for once more after a look at what the cache holds for it. */
export const importMended = <T>(
  load: () => Promise<T>,
  mend: () => Promise<unknown> = mendScripts,
): Promise<T> =>
  load().catch(async (cause: unknown) => {
    await mend().catch(() => {
      throw cause
    })
    return load()
  })

/** For a file that the list does not have, as one of a release that is older or newer. */
const fetchAnew = async (url: string, fetchFile: typeof fetch): Promise<boolean> => {
  const answer = await fetchFile(url, { cache: 'reload' })
  return answer.ok && !isPageInstead(new URL(url).pathname, answer)
}
