import type { PartStore } from '#matting/part-store.ts'

/** The part of `store` that is for one kind of thing: there its keys begin with `prefix`, and it lists no others. */
export const shelfOf = (store: PartStore, prefix: string): PartStore => ({
  get: (key) => store.get(prefix + key),
  put: (key, part) => store.put(prefix + key, part),
  delete: (key) => store.delete(prefix + key),
  list: async () =>
    (await store.list())
      .filter(({ sha256 }) => sha256.startsWith(prefix))
      .map(({ sha256, bytes }) => ({ sha256: sha256.slice(prefix.length), bytes })),
})
