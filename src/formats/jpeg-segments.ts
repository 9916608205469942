/** Markers of JPEG (ITU-T T.81, table B.1). */
export const jpegMarkers = {
  endOfImage: 0xd9,
  startOfScan: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
} as const

/**
 * A segment of a JPEG: its marker, where that begins, and where what follows the length starts and ends, which may be
 * past the bytes.
 */
type JpegSegment = {
  readonly marker: number
  readonly at: number
  readonly from: number
  readonly to: number
}

/**
 * The segments of a JPEG whose first marker is at `start` or after it, as far as its pixels: the last one is that of a
 * scan, or the end of the image; with `throughScans` the latter alone, behind all scans. Bytes between segments are
 * skipped, as libjpeg does: fill bytes among them (T.81, B.1.1.2), and the pixels of a scan, in which 0 follows a byte
 * that is 0xff.
 */
export function* jpegSegments(
  view: DataView,
  { start = 2, throughScans = false }: { readonly start?: number; readonly throughScans?: boolean } = {},
): Generator<JpegSegment, void, void> {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  for (let at = bytes.indexOf(0xff, start); at >= 0 && at + 2 <= bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = view.getUint8(at + 1)
    if (marker === 0x00 || marker === 0xff) at += 1
    else if (standsAlone(marker)) at += 2
    else if (marker === jpegMarkers.endOfImage) return yield { marker, at, from: at + 2, to: at + 2 }
    else {
      const length = at + 4 <= view.byteLength ? view.getUint16(at + 2) : 0
      if (length < 2) return
      yield { marker, at, from: at + 4, to: at + 2 + length }
      if (marker === jpegMarkers.startOfScan && !throughScans) return
      at += 2 + length
    }
  }
}

/** Markers without a length: TEM, RST0 to RST7 and SOI. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** SOF0 to SOF15 without DHT, JPG and DAC (T.81, table B.1), and that of JPEG-LS (T.87). */
export const isJpegFrame = (marker: number): boolean =>
  marker === 0xf7 || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))

/** APP0 to APP15, of programs. */
export const isOfProgram = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef

/**
 * Where the frame header of a JPEG begins (T.81, B.2.2), whole with its size; null where none comes before the pixels.
 */
export const findJpegFrame = (view: DataView): number | null => {
  for (const { marker, at } of jpegSegments(view))
    if (isJpegFrame(marker)) return at + 9 <= view.byteLength ? at : null
  return null
}
