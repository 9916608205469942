import type { Raster } from '#engine/raster.ts'

/** A picture for an encoder, and what it is told beyond its usual options. */
type EncoderJob<Options> = { readonly raster: Raster; readonly options: Partial<Options> }

type Encoder<Options> = {
  encode(data: BufferSource, width: number, height: number, options: Options): Uint8Array | null
}

/** Makes this worker encode the pictures it is sent; it answers each with the file, or null where the encoder fails. */
export function serveEncoder<Options>(
  open: () => Promise<Encoder<Options>>,
  usual: Options,
  type: string,
): void {
  let opening: Promise<Encoder<Options>> | undefined
  addEventListener('message', async ({ data: { raster, options } }: MessageEvent<EncoderJob<Options>>) => {
    opening ??= open()
    const encoder = await opening
    const { data, width, height } = raster
    const bytes = encoder.encode(data as BufferSource, width, height, { ...usual, ...options })
    postMessage(bytes && new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
  })
  // A rejected start would not reach the other side by itself.
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}
