import { sha256Hex } from '#base/sha256.ts'

/** Resolves with a file's hash. */
type HashFile = (file: Blob) => Promise<string>

/** SHA-256 of a file in hex, as in the keys of cached mattes. */
export const hashFile: HashFile = async (file) => sha256Hex(await file.arrayBuffer())

/** Hashes computed once per file; `know` provides one without reading. */
export type FileHashes = HashFile & { readonly know: (file: Blob, hash: string) => void }

/** Reads each file once for all callers. After a failure the next call reads it again. */
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
