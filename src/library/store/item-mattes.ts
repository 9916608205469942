import type { BlobHolder } from '#channel/persistent-blobs.ts'
import type { KeptItem } from '#library/kept-items.ts'

/** The mattes of pictures as files of an item. The page holds them for its workers. */
export interface ItemMattes {
  /** What is held of a picture by the SHA-256 of its file, under the names by which it is kept. */
  of(hash: string): KeptItem['files']
  /** The mattes among an item's files. */
  among(files: KeptItem['files']): KeptItem['files']
  /** Gives the mattes of an item's files back to the workers. */
  restore(files: KeptItem['files']): void
}

/** The keys of mattes begin so; see `openImageEngine`. */
const prefix = 'matte '

/** The pipeline names mattes by the file too; see `nameOf`. */
export const heldMattes = (blobs: BlobHolder): ItemMattes => {
  // It reads the Blobs when it needs them, so it needs no changes.
  const { keep } = blobs.join(() => {})
  return {
    of: (hash) =>
      Object.fromEntries([...blobs.held].filter(([key]) => key.startsWith(prefix) && key.includes(hash))),
    among,
    restore: (files) => {
      for (const [key, matte] of Object.entries(among(files))) void keep(key, matte)
    },
  }
}

const among = (files: KeptItem['files']): KeptItem['files'] =>
  Object.fromEntries(Object.entries(files).filter(([key]) => key.startsWith(prefix)))
