import type { VideoSample, VideoSamplePixelFormat } from 'mediabunny'
import { type Size, toPixels, wholeBox } from '#base/geometry.ts'
import { placeRows } from '#codecs/image/orientation.ts'
import type { DeepPicture, Raster } from '#engine/raster.ts'
import { resizeDeep, resizeRaster } from '#engine/resample/resize.ts'
import { type Orientation, swapsSides } from '#formats/orientation.ts'
import {
  copyAsSrgb,
  type FramePlanes,
  isConvertedHere,
  isDeepFormat,
  planesToSrgb,
  shrinkPlanes,
  toDeepSrgb,
} from './convert-planes.ts'
import { fitFrame, padFrame } from './fit-frame.ts'
import type { TrackColors } from './open-track.ts'
import type { TrackShape } from './track-shape.ts'

/** How frames are displayed, apart from their own orientation. */
type Look = Pick<TrackShape, 'crop' | 'pixelAspect'> & {
  readonly colors: TrackColors
  readonly hasAlpha: boolean
}

/**
 * The pixels of a decoded frame: upright, sRGB, scaled to `size` as displayed. A frame of another shape than the first
 * ones, as in window recordings, is fitted in. The sample stays open.
 */
export const toRaster = async (sample: VideoSample, size: Size, look: Look): Promise<Raster> => {
  const orientation = orientationOf(sample)
  const stored = swapsSides(orientation) ? { width: size.height, height: size.width } : size
  const { crop, pixelAspect, colors, hasAlpha } = look
  const { width, height } = sample.visibleRect
  const part = crop ? toPixels(crop, { width, height }) : wholeBox({ width, height })
  const fitted = fitFrame((part.width * pixelAspect) / part.height, stored)
  const pixels = await pixelsOf(sample, colors, crop ? { width, height } : fitted)
  const raster = padFrame(resizeRaster(pixels, fitted, crop ? part : undefined), stored, hasAlpha)
  if (orientation === 1) return raster
  const data = new Uint8ClampedArray(raster.data.length)
  placeRows(wordsOf(raster.data), 0, raster, orientation, wordsOf(data))
  return { ...size, data }
}

/**
 * The colours of a decoded frame of more than 8 bits, at `size`; null if the browser gives none, or the frame is
 * rotated, cropped or of another shape. The sample stays open.
 */
export const toFineColors = async (
  sample: VideoSample,
  size: Size,
  { crop, pixelAspect, colors }: Look,
): Promise<DeepPicture | null> => {
  const { format, visibleRect } = sample
  const fitted = fitFrame((visibleRect.width * pixelAspect) / visibleRect.height, size)
  const isPlain =
    !crop && orientationOf(sample) === 1 && fitted.width === size.width && fitted.height === size.height
  if (!isPlain || !format || !isDeepFormat(format)) return null
  const deep = await withPlanes(sample, format, async (planes) =>
    toDeepSrgb(planes, colorSpaceOf(sample, colors)),
  )
  return deep && resizeDeep(deep, size)
}

const colorSpaceOf = (sample: VideoSample, { isGuessed, colorSpace }: TrackColors): VideoColorSpaceInit =>
  isGuessed ? colorSpace : sample.colorSpace.toJSON()

/** mediabunny rotates clockwise before it mirrors; EXIF has a number for each combination. */
const orientationOf = ({ rotation, flip }: VideoSample): Orientation => {
  const turned = { 0: [1, 2], 90: [6, 5], 180: [3, 4], 270: [8, 7] } as const
  return turned[rotation][flip ? 1 : 0]
}

const wordsOf = (data: Uint8ClampedArray) => new Uint32Array(data.buffer, data.byteOffset, data.length / 4)

/**
 * The pixels as stored, or scaled to the wanted size if that is cheaper. Every format (10 bits, 4:4:4, wide gamut, high
 * dynamic range) becomes 8-bit sRGB.
 */
const pixelsOf = async (sample: VideoSample, colors: TrackColors, wanted: Size): Promise<Raster> => {
  const { format } = sample
  const { width, height } = sample.visibleRect
  try {
    // A frame composed of colour and alpha has lost its colour space.
    if (format === 'I420A')
      return await withPlanes(sample, 'I420', (planes) => planesToSrgb(planes, colors.colorSpace))
    const colorSpace = colorSpaceOf(sample, colors)
    if (format === 'I420' || format === 'NV12') {
      const isLarger = wanted.width < width && wanted.height < height
      return await withPlanes(sample, format, (planes) =>
        planesToSrgb(isLarger ? shrinkPlanes(planes, format, wanted) : planes, colorSpace),
      )
    }
    const isByPlanes = colors.isGuessed
      ? format && !/^(RGB|BGR)/.test(format)
      : format && isConvertedHere(format, colorSpace)
    if (format && isByPlanes) {
      return await withPlanes(sample, format, (planes) => planesToSrgb(planes, colorSpace))
    }
    return { width, height, data: await copyAsSrgb(sample, { width, height }) }
  } catch {
    // Some browsers lack this conversion, and some formats can only be drawn.
    return drawToRaster(sample.toCanvasImageSource(), { width, height })
  }
}

/** A buffer for the planes of a frame, reused to spare garbage collection of many megabytes. */
let spare: Uint8Array<ArrayBuffer> | undefined

/** Calls `use` with a frame's planes, which are valid until it resolves. */
const withPlanes = async <T>(
  sample: VideoSample,
  format: VideoSamplePixelFormat,
  use: (planes: FramePlanes) => Promise<T>,
): Promise<T> => {
  const { width, height } = sample.visibleRect
  const bytes = sample.allocationSize()
  const data = spare?.byteLength === bytes ? spare : new Uint8Array(bytes)
  // Another frame may be read at the same time.
  spare = undefined
  const result = await use({ width, height, format, data, layout: await sample.copyTo(data) })
  spare = data
  return result
}

let canvas: OffscreenCanvas | undefined

/** Reads the pixels of a frame with a canvas, which premultiplies: the lower the alpha, the coarser the colour. */
export const drawToRaster = (source: CanvasImageSource, { width, height }: Size): Raster => {
  canvas ??= new OffscreenCanvas(width, height)
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' })
  if (!context) throw new Error('There is no canvas to draw a frame on')
  context.clearRect(0, 0, width, height)
  context.drawImage(source, 0, 0, width, height)
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}
