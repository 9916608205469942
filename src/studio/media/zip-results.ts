import { downloadZip } from 'client-zip'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import { distinctNames } from './save-file.ts'

/** One file of the ZIP; `make` computes or opens it when its turn comes. */
export type ZipEntry = {
  readonly name: string
  /** Its size; 0 if that is not known before. */
  readonly bytes: number
  readonly make: () => Promise<Blob>
}

/** How many files are in the ZIP so far, and how many there will be. */
export type ZipReport = { readonly done: number; readonly total: number }

type Call = { readonly signal: AbortSignal; readonly onReport: (report: ZipReport) => void }

/**
 * Packs entries one after another into `to`, and closes it, or aborts it on failure. Only one entry is open at a time,
 * and it is streamed. Resolves with the names of entries that failed and were left out. Rejects with an `AbortError`
 * on abort.
 */
export async function zipInto(
  to: WritableStream<Uint8Array>,
  entries: readonly ZipEntry[],
  { signal, onReport }: Call,
): Promise<readonly string[]> {
  const names = distinctNames(entries.map(({ name }) => name))
  const failed: string[] = []
  async function* files() {
    for (const [at, entry] of entries.entries()) {
      signal.throwIfAborted()
      onReport({ done: at, total: entries.length })
      const name = names[at] ?? entry.name
      try {
        yield { name, input: await entry.make() }
      } catch (thrown) {
        if (isAbort(toServiceError(thrown))) throw thrown
        failed.push(entry.name)
      }
    }
  }
  const { body } = downloadZip(files())
  await body?.pipeTo(to, { signal })
  return failed
}

/** Packs entries into a ZIP in memory, for results that are not large. */
export async function zipResults(
  entries: readonly ZipEntry[],
  call: Call,
): Promise<{ readonly zip: Blob; readonly failed: readonly string[] }> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>()
  const [zip, failed] = await Promise.all([new Response(readable).blob(), zipInto(writable, entries, call)])
  return { zip: zip.slice(0, zip.size, 'application/zip'), failed }
}
