import { colorsNotRead } from '#codecs/image/decoded.ts'
import { readPixels } from '#codecs/image/read-pixels.ts'
import { isJpegFrame, isOfProgram, jpegMarkers, jpegSegments } from '#formats/jpeg-segments.ts'
import { type TiffLayout, yCbCr } from './tiff-layout.ts'

/**
 * Decodes a strip or tile in JPEG, whose tables may be in the directory (TIFF Technical Note 2), by the browser. An
 * Adobe segment defines the colours, in place of the stream's application segments.
 */
export async function unpackJpeg(
  jpeg: Uint8Array,
  { blockWidth, samples, isPlanar, photometric }: TiffLayout,
  rows: number,
  tables: Uint8Array | undefined,
): Promise<Uint8Array> {
  const { segments, scan } = segmentsOf(jpeg)
  const { width, height, components } = frameOf(segments)
  const ofBlock = isPlanar ? 1 : samples
  if (width !== blockWidth || height < rows || components !== ofBlock)
    throw new Error(`A JPEG of ${width} x ${height} pixels in a block of ${blockWidth} x ${rows}.`)
  // Browsers interpret four components as inks.
  if (components !== 1 && components !== 3) throw colorsNotRead('tiff', 'unknown')
  const isYCbCr = photometric === yCbCr
  const parts = [
    startOfImage,
    adobe(isYCbCr),
    ...segmentsOf(tables ?? startOfImage).segments,
    ...segments,
    scan,
  ]
  const bitmap = await createImageBitmap(
    new Blob(
      parts.map((part) => part.slice()),
      { type: 'image/jpeg' },
    ),
  )
  try {
    const out = new Uint8Array(width * rows * components)
    await readPixels(
      bitmap,
      { isOpaque: true },
      (pixels, firstRow) => {
        const start = firstRow * width
        const end = Math.min(start + pixels.length / 4, width * rows)
        for (let at = start; at < end; at++)
          for (let each = 0; each < components; each++)
            out[at * components + each] = pixels[(at - start) * 4 + each] ?? 0
      },
      undefined,
    )
    return out
  } finally {
    bitmap.close()
  }
}

const startOfImage = Uint8Array.of(0xff, 0xd8)

/** APP14 of Adobe (ITU T.872, 6.5.3): whether three components are Y Cb Cr or R G B. */
const adobe = (isYCbCr: boolean): Uint8Array =>
  Uint8Array.of(0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, isYCbCr ? 1 : 0)

/**
 * The segments of a JPEG before its first scan, without application segments (ITU T.81, B.1.1.3), and the rest from
 * that scan on.
 */
const segmentsOf = (jpeg: Uint8Array) => {
  const segments: Uint8Array[] = []
  for (const { marker, at, to } of jpegSegments(
    new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength),
  )) {
    if (marker === jpegMarkers.startOfScan) return { segments, scan: jpeg.subarray(at) }
    if (marker !== jpegMarkers.endOfImage && marker !== comment && !isOfProgram(marker))
      segments.push(jpeg.subarray(at, to))
  }
  return { segments, scan: new Uint8Array() }
}

const comment = 0xfe

/** The size and the component count in the frame header (ITU T.81, B.2.2). */
const frameOf = (segments: readonly Uint8Array[]) => {
  const frame = segments.find(([, marker = 0]) => isJpegFrame(marker))
  if (!frame) throw new Error('A JPEG without a frame.')
  return { height: wordAt(frame, 5), width: wordAt(frame, 7), components: frame[9] ?? 0 }
}

const wordAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
