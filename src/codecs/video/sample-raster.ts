import type { VideoSample } from 'mediabunny'
import { type Orientation, swapsSides } from '#codecs/image/exif-orientation.ts'
import { placeRows } from '#codecs/image/orient.ts'
import type { Raster, Size } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resize.ts'
import type { TrackColors } from './track-colors.ts'

/** The pixels of a decoded frame, upright, in sRGB and at `size`, which is as displayed. The sample stays open. */
export const toRaster = async (sample: VideoSample, size: Size, colors: TrackColors): Promise<Raster> => {
  const orientation = orientationOf(sample)
  const stored = swapsSides(orientation) ? { width: size.height, height: size.width } : size
  const raster = resizeRaster(await pixelsOf(sample, colors), stored)
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
const pixelsOf = async (sample: VideoSample, colors: TrackColors): Promise<Raster> => {
  const { width, height } = sample.visibleRect
  try {
    // A frame that was put together of colour and alpha has lost its colour space.
    if (sample.format === 'I420A') return await convertedPlanes(sample, 'I420', colors.colorSpace)
    if (colors.isGuessed && (sample.format === 'I420' || sample.format === 'NV12')) {
      return await convertedPlanes(sample, sample.format, colors.colorSpace)
    }
    return { width, height, data: await converted(sample, { width, height }) }
  } catch {
    // Browsers without this conversion, and formats that they convert for drawing alone.
    return drawn(sample, { width, height })
  }
}

type Convertible = { copyTo(data: Uint8ClampedArray, options: VideoFrameCopyToOptions): Promise<unknown> }

const converted = async (frame: Convertible, { width, height }: Size): Promise<Uint8ClampedArray> => {
  const data = new Uint8ClampedArray(width * height * 4)
  await frame.copyTo(data, { format: 'RGBA', colorSpace: 'srgb' })
  return data
}

/**
 * Converted as if it were opaque and of this colour space; a fourth plane is laid over it as alpha. (The browser
 * would premultiply.)
 */
const convertedPlanes = async (
  sample: VideoSample,
  format: 'I420' | 'NV12',
  colorSpace: VideoColorSpaceInit,
): Promise<Raster> => {
  const { width, height } = sample.visibleRect
  const planes = new Uint8Array(sample.allocationSize())
  const layout = await sample.copyTo(planes)
  const opaque = new VideoFrame(planes, {
    format,
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
    layout: layout.slice(0, 3),
    colorSpace,
  })
  try {
    const data = await converted(opaque, { width, height })
    const alpha = layout[3]
    if (alpha) {
      for (let y = 0, to = 3; y < height; y++) {
        const row = alpha.offset + y * alpha.stride
        for (let x = 0; x < width; x++, to += 4) data[to] = planes[row + x]
      }
    }
    return { width, height, data }
  } finally {
    opaque.close()
  }
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
