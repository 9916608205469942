import type { BlobHolder } from '#channel/persistent-blobs.ts'
import type { KeptItem } from '#library/kept-items.ts'

/** Mattes of pictures as files of an item. The page holds them for its workers. */
export interface ItemMattes {
  /** The mattes of a picture, by file hash and storage name. */
  of(hash: string): KeptItem['files']
  /** The mattes among an item's files. */
  among(files: KeptItem['files']): KeptItem['files']
  /** Returns the mattes of an item's files to the workers. */
  restore(files: KeptItem['files']): void
}

/** Prefix of matte keys; see `openImageEngine`. */
const prefix = 'matte '

/** Mattes of the pipeline, whose names contain the file's hash; see `nameOf`. */
export const heldMattes = (blobs: BlobHolder): ItemMattes => {
  // It reads Blobs on demand, so it needs no change events.
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
