/** Compresses with raw DEFLATE (RFC 1951); mattes, mostly 0 and 255, shrink to a twentieth. */
export const deflate = (content: BlobPart): Promise<Blob> =>
  through(new CompressionStream('deflate-raw'), content)

/** Decompresses raw DEFLATE. Rejects if the bytes are invalid. */
export const inflate = (deflated: Blob): Promise<Blob> =>
  through(new DecompressionStream('deflate-raw'), deflated)

/**
 * Decompresses an untrusted file, since a small one may expand to gigabytes. Rejects above `maxBytes`, or if it is
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

/** Compresses to a zlib stream (RFC 1950), as in PNG, TIFF and OpenEXR. */
export const zlib = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await through(new CompressionStream('deflate'), bytes)).arrayBuffer())
