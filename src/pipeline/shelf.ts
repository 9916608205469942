import type { BlobStore } from '#matting/blob-store.ts'

/** The part of `store` that is for one kind of thing: there its keys begin with `prefix`, and it lists no others. */
export const shelfOf = (store: BlobStore, prefix: string): BlobStore => ({
  get: (key) => store.get(prefix + key),
  put: (key, part) => store.put(prefix + key, part),
  delete: (key) => store.delete(prefix + key),
  list: async () =>
    (await store.list())
      .filter(({ key }) => key.startsWith(prefix))
      .map(({ key, bytes }) => ({ key: key.slice(prefix.length), bytes })),
})
