import type { Raster } from '#engine/raster.ts'

/** A picture for an encoder, with options that override its defaults. */
type EncoderJob<Options> = { readonly raster: Raster; readonly options: Partial<Options> }

type Encoder<Options> = {
  encode(data: BufferSource, width: number, height: number, options: Options): Uint8Array | null
}

/** Makes this worker answer each picture with its encoded file, or null if the encoder fails. */
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
  // A rejected start alone would not reach the page.
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}
