import { sha256Hex } from '#base/sha256.ts'

/** Tells the hash of a file. */
export type HashFile = (file: Blob) => Promise<string>

/** The SHA-256 of a file in hex, as the caches of mattes name it. */
export const hashFile: HashFile = async (file) => sha256Hex(await file.arrayBuffer())

/** Reads each file once, whoever asks for its hash. A failure is forgotten, so that the next call reads it anew. */
export const hashOnce = (hash: HashFile): HashFile => {
  const hashes = new WeakMap<Blob, Promise<string>>()
  return (file) => {
    const known = hashes.get(file)
    if (known) return known
    const made = hash(file)
    hashes.set(file, made)
    made.catch(() => hashes.delete(file))
    return made
  }
}
