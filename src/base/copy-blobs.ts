/** The bytes of a Blob, which are read from no file any more; the browser decides where it holds them. */
const copyOf = (blob: Blob): Promise<Blob> =>
  new Response(blob.stream(), { headers: blob.type ? { 'Content-Type': blob.type } : {} }).blob()

/** Copies of Blobs, by the Blobs. One that cannot be read is left out. */
export const copyBlobs = async (blobs: readonly Blob[]): Promise<ReadonlyMap<Blob, Blob>> => {
  const copies = new Map<Blob, Blob>()
  for (const blob of new Set(blobs)) {
    const copy = await copyOf(blob).catch(() => null)
    if (copy) copies.set(blob, copy)
  }
  return copies
}

/** The same plain data with other Blobs in it; what has none of them stays the same object. */
export const withBlobs = <T>(value: T, copies: ReadonlyMap<Blob, Blob>): T => exchange(value, copies) as T

const exchange = (value: unknown, copies: ReadonlyMap<Blob, Blob>): unknown => {
  if (value instanceof Blob) return copies.get(value) ?? value
  if (Array.isArray(value)) {
    const all = value.map((each) => exchange(each, copies))
    return all.some((each, at) => each !== value[at]) ? all : value
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  const entries = Object.entries(value).map(([name, each]) => [name, each, exchange(each, copies)] as const)
  const isChanged = entries.some(([, before, after]) => before !== after)
  return isChanged ? Object.fromEntries(entries.map(([name, , after]) => [name, after])) : value
}
