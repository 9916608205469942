import type { VideoSample } from 'mediabunny'
import type { Orientation } from '#codecs/image/exif-orientation.ts'
import { swapsSides } from '#codecs/image/exif-orientation.ts'
import { placeRows } from '#codecs/image/orient.ts'
import type { Raster, Size } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resize.ts'

/** The pixels of a decoded frame, upright, in sRGB and at `size`, which is as displayed. The sample stays open. */
export const toRaster = async (sample: VideoSample, size: Size): Promise<Raster> => {
  const orientation = orientationOf(sample)
  const stored = swapsSides(orientation) ? { width: size.height, height: size.width } : size
  const raster = resizeRaster(await pixelsOf(sample), stored)
  if (orientation === 1) return raster
  const data = new Uint8ClampedArray(raster.data.length)
  placeRows(wordsOf(raster.data), 0, raster, orientation, wordsOf(data))
  return { ...size, data }
}

/** mediabunny turns a frame clockwise first and mirrors it then; EXIF has a number for each way to do both. */
const orientationOf = ({ rotation, flip }: VideoSample): Orientation => {
  const turned = { 0: [1, 2], 90: [6, 5], 180: [3, 4], 270: [8, 7] } as const
  return turned[rotation][flip ? 1 : 0]
}

const wordsOf = (data: Uint8ClampedArray) => new Uint32Array(data.buffer, data.byteOffset, data.length / 4)

/** As stored, whatever its format: 10 bits, 4:4:4, wide gamut and high dynamic range come as 8-bit sRGB. */
const pixelsOf = async (sample: VideoSample): Promise<Raster> => {
  if (sample.format === 'I420A') return await pixelsWithAlpha(sample)
  const { width, height } = sample.visibleRect
  const data = new Uint8ClampedArray(width * height * 4)
  try {
    await sample.copyTo(data, { format: 'RGBA', colorSpace: 'srgb' })
  } catch {
    // Browsers without this conversion, and formats that they convert for drawing alone.
    return drawn(sample, { width, height })
  }
  return { width, height, data }
}

/**
 * A frame that was put together of colour and alpha comes without its colour space, and a conversion would
 * premultiply: the colour is converted alone, as opaque, and the alpha laid over it.
 */
const pixelsWithAlpha = async (sample: VideoSample): Promise<Raster> => {
  const { width, height } = sample.visibleRect
  const planes = new Uint8Array(sample.allocationSize())
  const layout = await sample.copyTo(planes)
  const frame = new VideoFrame(planes, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
    layout: layout.slice(0, 3),
    colorSpace: colorSpaceOf(sample),
  })
  const data = new Uint8ClampedArray(width * height * 4)
  try {
    await frame.copyTo(data, { format: 'RGBA', colorSpace: 'srgb' })
  } finally {
    frame.close()
  }
  const alpha = layout[3]
  if (!alpha) return { width, height, data }
  for (let y = 0, to = 3; y < height; y++) {
    const row = alpha.offset + y * alpha.stride
    for (let x = 0; x < width; x++, to += 4) data[to] = planes[row + x]
  }
  return { width, height, data }
}

/** The sample's own where it has one, else what browsers take for such a size. */
const colorSpaceOf = ({ colorSpace, visibleRect }: VideoSample): VideoColorSpaceInit => {
  if (colorSpace.matrix) return { ...colorSpace.toJSON() }
  const matrix = visibleRect.height < 720 ? 'smpte170m' : 'bt709'
  return { primaries: 'bt709', transfer: 'bt709', matrix, fullRange: false }
}

let canvas: OffscreenCanvas | undefined

const drawn = (sample: VideoSample, { width, height }: Size): Raster => {
  canvas ??= new OffscreenCanvas(width, height)
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' })
  if (!context) throw new Error('There is no canvas to draw a frame on')
  context.clearRect(0, 0, width, height)
  context.drawImage(sample.toCanvasImageSource(), 0, 0, width, height)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}
