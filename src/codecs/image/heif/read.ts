import openLibheif, { type MainModule } from 'libheif-js/libheif-wasm/libheif.js'
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { checkDecodedSize, type Decoded, fetchProgram, type PictureDecoder } from '#codecs/image/decoded.ts'
import { profileInHead } from '#codecs/image/profile-in-head.ts'

/** What libheif gives for an object it could not make. */
type Fault = { readonly code: unknown; readonly message: string }
type Planes = {
  readonly channels: readonly {
    readonly width: number
    readonly height: number
    /** Bytes from one row to the next. */
    readonly stride: number
    readonly data: Uint8Array
  }[]
}

/** The primary picture of a file: of a burst or a live photo the one to show, never a thumbnail, a depth or a gain map. */
function decodePrimary(heif: MainModule, bytes: Uint8Array): Decoded {
  const context = heif.heif_context_alloc()
  // The declaration says a string; the binding takes bytes too.
  orThrow(heif.heif_context_read_from_memory(context, bytes as unknown as string), heif)
  const handle = orThrow(heif.heif_js_context_get_primary_image_handle(context), heif)
  const size = {
    width: heif.heif_image_handle_get_width(handle),
    height: heif.heif_image_handle_get_height(handle),
  }
  checkDecodedSize('heif', size)
  const { heif_colorspace, heif_chroma } = heif
  const { channels }: Planes = orThrow(
    heif.heif_js_decode_image2(
      handle,
      heif_colorspace.heif_colorspace_RGB,
      heif_chroma.heif_chroma_interleaved_RGBA,
    ),
    heif,
  )
  const [pixels] = channels
  if (!pixels) throw new Error('The picture has no pixels.')
  const rowBytes = pixels.width * 4
  const data = new Uint8ClampedArray(rowBytes * pixels.height)
  for (let y = 0; y < pixels.height; y++)
    data.set(pixels.data.subarray(y * pixels.stride, y * pixels.stride + rowBytes), y * rowBytes)
  // libheif leaves colours as they are.
  return { width: pixels.width, height: pixels.height, data, profile: profileInHead(bytes) ?? undefined }
}

/** What libheif answered. Throws where that is an error. */
function orThrow<T>(answer: T, { heif_error_code }: MainModule): T {
  const { code, message } = (answer ?? { code: 'none', message: 'nothing' }) as Partial<Fault>
  if (code !== undefined && code !== heif_error_code.heif_error_Ok) throw new Error(`libheif: ${message}`)
  return answer
}

/** Reads HEIC by libheif, each file in an instance of its own, whose memory is free afterwards. */
export const heifDecoder: PictureDecoder = {
  read: async (file) => {
    const [wasmBinary, bytes] = await Promise.all([fetchProgram(wasmUrl), file.arrayBuffer()])
    return decodePrimary(openLibheif({ wasmBinary }), new Uint8Array(bytes))
  },
}
