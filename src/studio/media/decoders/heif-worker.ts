import openLibheif, { type MainModule } from 'libheif-js/libheif-wasm/libheif.js'
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { checkDecodedSize, type Decoded } from './decoded.ts'
import { fetchProgram, serveDecoder } from './serve-decoder.ts'

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
  const [width, height] = [
    heif.heif_image_handle_get_width(handle),
    heif.heif_image_handle_get_height(handle),
  ]
  checkDecodedSize(width, height)
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
  const colorSpace = isDisplayP3(bytes) ? 'display-p3' : 'srgb'
  return { width: pixels.width, height: pixels.height, data, colorSpace }
}

/** What libheif answered. Throws where that is an error. */
function orThrow<T>(answer: T, { heif_error_code }: MainModule): T {
  const { code, message } = (answer ?? { code: 'none', message: 'nothing' }) as Partial<Fault>
  if (code !== undefined && code !== heif_error_code.heif_error_Ok) throw new Error(`libheif: ${message}`)
  return answer
}

/** Where a file says how its colours are meant; the pixels come after it. */
const headBytes = 65_536

/** The primaries of SMPTE EG 432-1, Display P3, in a `colr` box of type nclx (ISO/IEC 23091-2, table 2). */
const p3Primaries = 12
/** X of Display P3's red and green in an ICC profile, adapted to D50. */
const p3Columns = { rXYZ: 0.5151, gXYZ: 0.292 }

/** Whether the colours are those of Display P3, as in photos of iPhones: libheif leaves them as they are. */
function isDisplayP3(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes))
  const head = new TextDecoder('latin1').decode(view)
  if (head.includes(`colrnclx\0${String.fromCharCode(p3Primaries)}`)) return true
  // ICC.1, 7.2: the mark is at byte 36 of a profile, its table of tags at byte 128.
  const profile = head.indexOf('acsp') - 36
  if (profile < 0) return false
  return Object.entries(p3Columns).every(([tag, x]) => {
    const entry = head.indexOf(tag, profile + 128)
    if (entry < 0 || entry + 8 > view.byteLength) return false
    const at = profile + view.getUint32(entry + 4) + 8
    return at + 4 <= view.byteLength && Math.abs(view.getInt32(at) / 65_536 - x) < 0.005
  })
}

serveDecoder(async (file) => {
  const [wasmBinary, bytes] = await Promise.all([fetchProgram(wasmUrl), file.arrayBuffer()])
  return decodePrimary(openLibheif({ wasmBinary }), new Uint8Array(bytes))
})
