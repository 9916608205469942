/** Markers of JPEG (ITU-T T.81, table B.1). */
export const jpegMarkers = {
  endOfImage: 0xd9,
  startOfScan: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
} as const

/** A segment of a JPEG: its marker and position, and the span of its content, which may end past the bytes. */
type JpegSegment = {
  readonly marker: number
  readonly at: number
  readonly from: number
  readonly to: number
}

/**
 * The segments of a JPEG from the first marker at or after `start`, up to a start of scan or the end of the image; with
 * `throughScans` through all scans. Bytes between segments are skipped, as in libjpeg: fill bytes (T.81, B.1.1.2), and
 * the pixels of a scan, in which 0 follows each byte 0xff.
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

/** Whether a marker is SOF0 to SOF15, without DHT, JPG and DAC (T.81, table B.1), or that of JPEG-LS (T.87). */
export const isJpegFrame = (marker: number): boolean =>
  marker === 0xf7 || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))

/** Whether a marker is APP0 to APP15. */
export const isOfProgram = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef

/**
 * The position of the frame header (T.81, B.2.2); null if it is cut off before its size, or missing before the pixels.
 */
export const findJpegFrame = (view: DataView): number | null => {
  for (const { marker, at } of jpegSegments(view))
    if (isJpegFrame(marker)) return at + 9 <= view.byteLength ? at : null
  return null
}
