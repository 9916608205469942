import { zlib } from '#base/deflate.ts'
import { crc32 } from '#engine/crc32.ts'
import { displayP3ToSrgb } from '#engine/display-p3.ts'
import type { Decoded } from './decoded.ts'

/**
 * A picture as an ImageBitmap of its own colours. Where it has an ICC profile of RGB, the browser converts them: it reads the
 * profile from a PNG, the only way for any profile that all engines have.
 */
export async function bitmapOfColors(picture: Decoded): Promise<ImageBitmap> {
  const { width, height, profile } = picture
  const image = toImageData(picture)
  if (!profile || !isOfRgb(profile)) return createImageBitmap(image)
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(image, 0, 0)
  const png = await canvas.convertToBlob({ type: 'image/png' })
  return createImageBitmap(await withProfile(png, profile))
}

const toImageData = ({ width, height, data, colorSpace }: Decoded): ImageData => {
  const wide = colorSpace === 'display-p3' ? wideImageData(width, height) : null
  if (colorSpace === 'display-p3' && !wide) displayP3ToSrgb(data)
  const image = wide ?? new ImageData(width, height)
  image.data.set(data)
  return image
}

/** Null where this browser has no ImageData in another colour space: Firefox throws, WebKitGTK makes one in sRGB. */
const wideImageData = (width: number, height: number): ImageData | null => {
  try {
    const image = new ImageData(width, height, { colorSpace: 'display-p3' })
    return image.colorSpace === 'display-p3' ? image : null
  } catch {
    return null
  }
}

/** Whether an ICC profile is of colours in RGB (ICC.1, 7.2.8): that of greys or inks does not fit such a PNG. */
const isOfRgb = (profile: Uint8Array): boolean =>
  profile.length > 128 && new DataView(profile.buffer, profile.byteOffset).getUint32(16) === rgbMark

/** `RGB ` */
const rgbMark = 0x52474220

/** The signature and the chunk IHDR (PNG 3rd edition, 5.2 and 11.2.1). */
const headBytes = 33
/** Chunks that say what the colours are, which the profile takes the place of. */
const colorChunks = ['sRGB', 'gAMA', 'cHRM', 'iCCP', 'cICP']

/** A PNG with an ICC profile (PNG 3rd edition, 11.3.2.3). */
async function withProfile(png: Blob, profile: Uint8Array): Promise<Blob> {
  const bytes = new Uint8Array(await png.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const parts: BlobPart[] = [bytes.slice(0, headBytes), await profileChunk(profile)]
  for (let at = headBytes; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (!colorChunks.includes(type)) parts.push(bytes.slice(at, end))
    at = end
  }
  return new Blob(parts, { type: 'image/png' })
}

const profileChunk = async (profile: Uint8Array): Promise<BlobPart> => {
  // Type, name of the profile, its end, and the method of compression.
  const head = new TextEncoder().encode('iCCPICC\0\0')
  const body = await zlib(profile.slice())
  const chunk = new Uint8Array(4 + head.length + body.length + 4)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, head.length - 4 + body.length)
  chunk.set(head, 4)
  chunk.set(body, 4 + head.length)
  view.setUint32(chunk.length - 4, crc32(chunk.subarray(4, chunk.length - 4)))
  return chunk
}
