import openLibheif, { type MainModule } from 'libheif-js/libheif-wasm/libheif.js'
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url'
import {
  checkDecodedSize,
  compressionNotRead,
  type Decoded,
  divideByAlpha,
  fetchProgram,
  type PictureDecoder,
} from '#codecs/image/decoded.ts'
import { isServiceError } from '#contract/service-error.ts'
import type { UnreadCompression } from '#contract/unread-pictures.ts'
import { convertHdr } from '#engine/color/hdr-to-srgb.ts'
import { type HeifFacts, readHeifBoxes } from './heif-boxes.ts'
import { withLoopFilters } from './loop-filters.ts'

/** The most pixels, of the largest phone cameras: libheif and the copies here take 13 bytes per pixel. */
const maxPixels = 200e6
/**
 * The most pixels of a picture, its tiles, their alpha and a gain map, all possibly rotated: a few bytes can repeat a
 * part many times.
 */
const mostWorkPixels = 8 * maxPixels

/** The value that libheif returns for a failure. */
type Fault = { readonly code: unknown; readonly message: string }
type Planes = {
  readonly channels: readonly {
    readonly width: number
    readonly height: number
    /** Bytes from one row to the next. */
    readonly stride: number
    /** Bits per sample, despite the name. */
    readonly bits_per_pixel: number
    readonly data: Uint8Array
  }[]
}

/**
 * Decodes the primary picture of a file: of a burst or live photo the chosen one, never a thumbnail, depth or gain map.
 * PQ and HLG are mapped as in clips.
 */
function decodePrimary(
  heif: MainModule,
  bytes: Uint8Array,
  { profile, hdr, workPixels, codedPixels }: Omit<HeifFacts, 'coding'>,
): Decoded {
  if (workPixels > mostWorkPixels) throw new Error('The parts of the picture are too many.')
  const context = heif.heif_context_alloc()
  // Declared as a string; the binding accepts bytes too.
  orThrow(heif.heif_context_read_from_memory(context, bytes as unknown as string), heif)
  const handle = orThrow(heif.heif_js_context_get_primary_image_handle(context), heif)
  const size = {
    width: heif.heif_image_handle_get_width(handle),
    height: heif.heif_image_handle_get_height(handle),
  }
  checkDecodedSize('heif', size, maxPixels)
  if (size.width * size.height > 4 * codedPixels) throw new Error('The picture is larger than its parts.')
  const { heif_colorspace, heif_chroma } = heif
  const { channels }: Planes = orThrow(
    heif.heif_js_decode_image2(
      handle,
      heif_colorspace.heif_colorspace_RGB,
      hdr ? heif_chroma.heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma.heif_chroma_interleaved_RGBA,
    ),
    heif,
  )
  const [pixels] = channels
  if (!pixels) throw new Error('The picture has no pixels.')
  const { width, height, bits_per_pixel: bits } = pixels
  const data = rowsOf(pixels, width * (bits > 8 ? 8 : 4))
  const samples = bits > 8 ? new Uint16Array(data.buffer) : data
  if (heif.heif_image_handle_is_premultiplied_alpha(handle) === 1) divideByAlpha(samples, 2 ** bits - 1)
  // libheif does not convert colours.
  if (!hdr) return { width, height, data, profile: profile ?? undefined }
  return { width, height, data: convertHdr(samples, bits, hdr) }
}

/** Removes the padding of rows. */
const rowsOf = (
  { height, stride, data }: Planes['channels'][number],
  rowBytes: number,
): Uint8ClampedArray => {
  const rows = new Uint8ClampedArray(rowBytes * height)
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * stride, y * stride + rowBytes), y * rowBytes)
  return rows
}

/** Returns the answer of libheif. Throws if it is an error. */
function orThrow<T>(answer: T, { heif_error_code }: MainModule): T {
  const { code, message } = (answer ?? { code: 'none', message: 'nothing' }) as Partial<Fault>
  if (code !== undefined && code !== heif_error_code.heif_error_Ok) throw new Error(`libheif: ${message}`)
  return answer
}

/** Codings of items (ISO/IEC 23008-12 and 23001-17) other than HEVC. */
const otherCodings: Readonly<Record<string, UnreadCompression>> = {
  av01: 'av1',
  avc1: 'avc',
  evc1: 'evc',
  j2k1: 'jpeg2000',
  jpeg: 'jpeg',
  unci: 'uncompressed',
  vvc1: 'vvc',
}

/** The error for a file that libheif did not read. */
const notRead = (coding: string, cause: unknown): unknown => {
  const other = otherCodings[coding]
  return other ? compressionNotRead('heif', other) : cause
}

/** Reads HEIC with libheif, each file in its own instance, which frees the memory. */
export const heifDecoder: PictureDecoder = {
  read: async (file) => {
    const [program, bytes] = await Promise.all([fetchProgram(wasmUrl), file.arrayBuffer()])
    const wasmBinary = withLoopFilters(program)
    const { coding, ...facts } = readHeifBoxes(new DataView(bytes))
    try {
      return decodePrimary(openLibheif({ wasmBinary }), new Uint8Array(bytes), facts)
    } catch (cause) {
      throw isServiceError(cause) ? cause : notRead(coding, cause)
    }
  },
}
