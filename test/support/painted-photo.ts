import sharp, { type Sharp } from 'sharp'

export type PhotoFacts = { readonly width?: number; readonly height?: number }

/** Where the red subject stands in the photo, as fractions of its sides. */
export const paintedSubject = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 } as const

/** A red subject before green, 400 x 300 unless told, not yet encoded. */
export const paintPhoto = ({ width = 400, height = 300 }: PhotoFacts = {}): Sharp => {
  const isIn = (at: number, sidePx: number, from: number, share: number) =>
    at >= sidePx * from && at < sidePx * (from + share)
  const pixel = (isSubject: boolean) => (isSubject ? [220, 30, 20] : [20, 160, 40])
  const rowOf = (isAcrossSubject: boolean) =>
    Uint8Array.from(
      Array.from({ length: width }, (_, x) =>
        pixel(isAcrossSubject && isIn(x, width, paintedSubject.x, paintedSubject.width)),
      ).flat(),
    )
  const [across, beside] = [rowOf(true), rowOf(false)]
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    data.set(isIn(y, height, paintedSubject.y, paintedSubject.height) ? across : beside, 3 * y * width)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

export const toBlob = async (photo: Sharp): Promise<Blob> =>
  new Blob([new Uint8Array(await photo.toBuffer())])

export type InspectedImage = {
  readonly format: string | undefined
  readonly channels: number | undefined
  readonly width: number
  readonly height: number
  /** Bytes of EXIF, XMP and IPTC. */
  readonly metadataBytes: number
  /** R, G, B and alpha at a place given in fractions of the sides. */
  at(x: number, y: number): readonly number[]
}

/** What a decoder sees in a result. */
export const inspectImage = async (image: Blob): Promise<InspectedImage> => {
  const bytes = new Uint8Array(await image.arrayBuffer())
  const { format, channels, exif, xmp, iptc } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    format,
    channels,
    width: info.width,
    height: info.height,
    metadataBytes: [exif, xmp, iptc].reduce((sum, chunk) => sum + (chunk?.length ?? 0), 0),
    at: (x, y) => {
      const start = 4 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width))
      return [...data.subarray(start, start + 4)]
    },
  }
}
