const ids = new WeakMap<Blob, string>()

/** Stands for a Blob in keys, which must be data: a Blob has no identity as data. It lasts as long as the page. */
export const blobId = (file: Blob): string => {
  const id = ids.get(file) ?? crypto.randomUUID()
  ids.set(file, id)
  return id
}
