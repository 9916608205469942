/** The same bytes, smaller: mattes, which are mostly 0 and 255, become a twentieth. */
export const deflate = (content: BlobPart): Promise<Blob> =>
  through(new CompressionStream('deflate-raw'), content)

/** What was made smaller. Rejects where the bytes are no DEFLATE (RFC 1951). */
export const inflate = (deflated: Blob): Promise<Blob> =>
  through(new DecompressionStream('deflate-raw'), deflated)

const through = (transform: CompressionStream | DecompressionStream, content: BlobPart): Promise<Blob> =>
  new Response(new Blob([content]).stream().pipeThrough(transform)).blob()

/** Bytes as a zlib stream (RFC 1950), as PNG, TIFF and OpenEXR hold them. */
export const zlib = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await through(new CompressionStream('deflate'), bytes)).arrayBuffer())
