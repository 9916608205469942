import type { BlobHolder } from '#channel/persistent-blobs.ts'
import type { KeptItem } from '#service/kept-items.ts'
import type { HashFile } from './file-hashes.ts'

/** The mattes of pictures, which the page holds for its workers, as files that are kept with an item. */
export interface ItemMattes {
  /** What is held of a picture, by the names under which it is kept. */
  of(source: Blob): Promise<KeptItem['files']>
  /** Those of an item's files that are mattes. */
  among(files: KeptItem['files']): KeptItem['files']
  /** Gives the mattes of an item's files back to the workers. */
  restore(files: KeptItem['files']): void
}

/** The keys of mattes begin so; see `openImageEngine`. */
const prefix = 'matte '

/** Where `hash` names a picture as the pipeline does, so that its mattes are found. */
export const heldMattes = (blobs: BlobHolder, hash: HashFile): ItemMattes => {
  // It need not hear of changes, since it looks when it is asked.
  const { keep } = blobs.join(() => {})
  return {
    of: async (source) => {
      const name = await hash(source)
      return Object.fromEntries(
        [...blobs.held].filter(([key]) => key.startsWith(prefix) && key.includes(name)),
      )
    },
    among,
    restore: (files) => {
      for (const [key, matte] of Object.entries(among(files))) void keep(key, matte)
    },
  }
}

const among = (files: KeptItem['files']): KeptItem['files'] =>
  Object.fromEntries(Object.entries(files).filter(([key]) => key.startsWith(prefix)))
