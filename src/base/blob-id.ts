const ids = new WeakMap<Blob, string>()

/** An id of a Blob for keys, which must be plain data. It lasts as long as the page. */
export const blobId = (file: Blob): string => {
  const id = ids.get(file) ?? crypto.randomUUID()
  ids.set(file, id)
  return id
}
