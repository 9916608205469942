import { sha256Hex } from '#base/sha256.ts'

/** Tells the hash of a file. */
type HashFile = (file: Blob) => Promise<string>

/** The SHA-256 of a file in hex, as the caches of mattes name it. */
export const hashFile: HashFile = async (file) => sha256Hex(await file.arrayBuffer())

/** Hashes that are read once, or known without reading. */
export type FileHashes = HashFile & { readonly know: (file: Blob, hash: string) => void }

/** Reads each file once, whoever asks for its hash. A failure is forgotten, so that the next call reads it anew. */
export const hashOnce = (hash: HashFile): FileHashes => {
  const hashes = new WeakMap<Blob, Promise<string>>()
  const find: HashFile = (file) => {
    const known = hashes.get(file)
    if (known) return known
    const made = hash(file)
    hashes.set(file, made)
    made.catch(() => hashes.delete(file))
    return made
  }
  return Object.assign(find, {
    know: (file: Blob, known: string) => void hashes.set(file, Promise.resolve(known)),
  })
}
