import type { Size } from '#base/geometry.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import type { Raster } from '#engine/raster.ts'
import { type WebpFrame, webpBox, webpDisposal, webpFrames } from '#formats/chunk-frames.ts'

/** The bit of a frame that replaces the pixels under it. */
const replaces = 0x02

/**
 * Composes the frames of a moving WebP without an ImageDecoder: each is a still picture, drawn over the earlier ones
 * (RFC 9649, 2.7.1.1). Rejects with `invalid_video` for a frame outside the picture, and if the browser decodes none.
 */
export async function* composeWebp(
  video: Blob,
  { width, height }: Size,
  signal: AbortSignal,
): AsyncGenerator<Raster, void, void> {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no canvas to draw a frame on')
  for await (const frame of webpFrames(video, signal)) {
    const { head } = frame
    const { x, y, ...size } = webpBox(frame)
    const box = [x, y, size.width, size.height] as const
    if (x + size.width > width || y + size.height > height) throw invalidVideo('video_undecodable_to_end')
    const bitmap = await createImageBitmap(stillOf(video, frame))
    if (head.getUint8(15) & replaces) context.clearRect(...box)
    context.drawImage(bitmap, x, y)
    bitmap.close()
    yield { width, height, data: context.getImageData(0, 0, width, height).data }
    if (head.getUint8(15) & webpDisposal) context.clearRect(...box)
  }
}

/** A WebP of one frame: RIFF, VP8X with a flag for alpha and the size of the frame, and the frame's own chunks. */
const stillOf = (video: Blob, { head, from, to }: WebpFrame): Blob => {
  const start = new DataView(new ArrayBuffer(30))
  const write = (name: string, at: number) => {
    for (const [index, letter] of [...name].entries()) start.setUint8(at + index, letter.charCodeAt(0))
  }
  write('RIFF', 0)
  start.setUint32(4, 22 + to - from, true)
  write('WEBPVP8X', 8)
  start.setUint32(16, 10, true)
  start.setUint8(20, 0x10)
  for (let index = 0; index < 6; index++) start.setUint8(24 + index, head.getUint8(6 + index))
  return new Blob([start, video.slice(from, to)], { type: 'image/webp' })
}
