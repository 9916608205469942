import { downloadZip } from 'client-zip'
import { isAbort, toServiceError } from '#contract/service-error.ts'
import { distinctNames } from '#studio/media/file-names.ts'

/** A result to be put in: `make` computes it when its turn comes. */
export type ZipEntry = { readonly name: string; readonly make: () => Promise<Blob> }

export type ZipReport = { readonly done: number; readonly total: number }

/**
 * Packs results one after another, so that only one is in memory at a time. An entry that fails is
 * left out and listed; an abort ends the whole. Rejects with an `AbortError` then.
 */
export async function zipResults(
  entries: readonly ZipEntry[],
  { signal, onReport }: { readonly signal: AbortSignal; readonly onReport: (report: ZipReport) => void },
): Promise<{ readonly zip: Blob; readonly failed: readonly string[] }> {
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
  const zip = await downloadZip(files()).blob()
  signal.throwIfAborted()
  return { zip, failed }
}
