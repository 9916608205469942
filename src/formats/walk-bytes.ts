/**
 * Reads a Blob from front to end, with 1 MiB in memory at a time. Each step reports whether the Blob was long enough.
 */
export const walkBytes = (blob: Blob, yieldNow: () => Promise<void>) => {
  const pieceBytes = 1 << 20
  let piece = new Uint8Array()
  let start = 0
  let position = 0

  const hold = async (): Promise<void> => {
    await yieldNow()
    start = position
    piece = new Uint8Array(await blob.slice(start, start + pieceBytes).arrayBuffer())
  }
  const take = async (count: number): Promise<Uint8Array | undefined> => {
    if (position + count > blob.size) return undefined
    if (position < start || position + count > start + piece.length) await hold()
    const taken = piece.subarray(position - start, position - start + count)
    position += count
    return taken
  }
  const skip = async (count: number): Promise<boolean> => {
    position += count
    return position <= blob.size
  }
  /**
   * Skips sub-blocks of up to 255 bytes, each after a byte with its length; a length of 0 ends them (GIF89a, section
   * 15).
   */
  const skipBlocks = async (): Promise<boolean> => {
    while (position < blob.size) {
      if (position < start || position >= start + piece.length) await hold()
      // A block may be one byte long, so there is no `await` between blocks.
      while (position < start + piece.length) {
        const length = piece[position - start] ?? 0
        position += length + 1
        if (length === 0) return true
      }
    }
    return false
  }
  return { take, skip, skipBlocks }
}
