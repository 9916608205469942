/** A Blob with the same bytes that depends on no file; the browser chooses where it is held. */
const copyOf = (blob: Blob): Promise<Blob> =>
  new Response(blob.stream(), { headers: blob.type ? { 'Content-Type': blob.type } : {} }).blob()

/** Maps Blobs to copies. Unreadable Blobs are left out. */
export const copyBlobs = async (blobs: readonly Blob[]): Promise<ReadonlyMap<Blob, Blob>> => {
  const copies = new Map<Blob, Blob>()
  for (const blob of new Set(blobs)) {
    const copy = await copyOf(blob).catch(() => null)
    if (copy) copies.set(blob, copy)
  }
  return copies
}

/** Plain data with Blobs replaced by copies; parts without replaced Blobs stay the same objects. */
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
