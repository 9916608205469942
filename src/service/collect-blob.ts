/** A Blob that grows. What is in a Blob need not be in memory, so chunks become one every now and then. */
export type BlobCollector = {
  /** So far, in bytes. */
  readonly size: number
  add(chunk: Uint8Array<ArrayBuffer>): void
  end(type?: string): Blob
}

/** Chunks become a Blob this often, in bytes. */
const foldBytes = 16_000_000

export const collectBlob = (): BlobCollector => {
  const folded: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let unfoldedBytes = 0
  let size = 0
  return {
    get size() {
      return size
    },
    add: (chunk) => {
      chunks.push(chunk)
      size += chunk.byteLength
      unfoldedBytes += chunk.byteLength
      if (unfoldedBytes < foldBytes) return
      folded.push(new Blob(chunks))
      chunks = []
      unfoldedBytes = 0
    },
    end: (type = '') => new Blob([...folded, ...chunks], { type }),
  }
}
