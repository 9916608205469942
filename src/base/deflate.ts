/** The same bytes, smaller: mattes, which are mostly 0 and 255, become a twentieth. */
export const deflate = (content: BlobPart): Promise<Blob> =>
  through(new CompressionStream('deflate-raw'), content)

/** What was made smaller. Rejects where the bytes are no DEFLATE (RFC 1951). */
export const inflate = (deflated: Blob): Promise<Blob> =>
  through(new DecompressionStream('deflate-raw'), deflated)

/**
 * What a stranger's file holds, of at most so many bytes: a small one may hold gigabytes. Rejects where it is more, or
 * damaged.
 */
export const inflateAtMost = (packed: Blob, maxBytes: number, format: CompressionFormat): Promise<Blob> => {
  let bytes = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, next) => {
      bytes += piece.length
      if (bytes > maxBytes) throw new Error(`It holds more than ${maxBytes} bytes.`)
      next.enqueue(piece)
    },
  })
  const inflated = packed.stream().pipeThrough(new DecompressionStream(format))
  return new Response(inflated.pipeThrough(count)).blob()
}

const through = (transform: CompressionStream | DecompressionStream, content: BlobPart): Promise<Blob> =>
  new Response(new Blob([content]).stream().pipeThrough(transform)).blob()

/** Bytes as a zlib stream (RFC 1950), as PNG, TIFF and OpenEXR hold them. */
export const zlib = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await through(new CompressionStream('deflate'), bytes)).arrayBuffer())
