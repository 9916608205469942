import type { Size } from '#base/geometry.ts'
import { encodeExr } from '#codecs/image/exr/write.ts'
import { encodeDeepPng, encodePng } from '#codecs/image/png/write.ts'
import type { Frame } from '#codecs/video/frame.ts'
import { type FrameSequence, sequenceFormats } from '#contract/frame-sequence.ts'
import { formatTimecode, type Timecode } from '#contract/timecode.ts'
import type { EncoderInput } from '#engine/compose.ts'
import { deepen } from '#engine/deepen.ts'
import type { DeepPicture } from '#engine/raster.ts'
import { type FrameWriter, toFrameWriter } from './frame-writer.ts'
import type { PictureFiles } from './picture-files.ts'
import { pictureOfFrame } from './picture-of-frame.ts'

/** Options of a sequence of frames. */
export type FrameSequenceOptions = {
  readonly size: Size
  /** Average frames a second of the source. */
  readonly fps: number
  /** Whether frames come at uneven times; then each time is listed. */
  readonly isVariable: boolean
  /** Whether alpha is written; otherwise frames are opaque. */
  readonly hasAlpha: boolean
  /** Whether the frames are mattes: grey (R = G = B) and opaque. */
  readonly isMatte: boolean
  readonly sequence: FrameSequence
  /** Of the first frame; absent where the source has none. */
  readonly timecode?: Timecode | undefined
  /** The prefix of all file names. */
  readonly name: string
  readonly signal: AbortSignal
}

type Times = Pick<Frame, 'timestampSeconds' | 'durationSeconds'>

/**
 * Writes every frame as a picture of its own, numbered from 1001, with a text file of how they play. A frame is encoded
 * on arrival and passed on, so that at most two are in memory. Rejects as the writers of videos do.
 */
export const openFrameSequence = (options: FrameSequenceOptions, files: PictureFiles): FrameWriter => {
  const { signal } = options
  const times: Times[] = []
  let isDeep = false
  return toFrameWriter(
    {
      async write({ timestampSeconds, durationSeconds, ...frame }) {
        times.push({ timestampSeconds, durationSeconds })
        isDeep ||= frame.fineColors !== undefined
        await files.add(frameName(options, times.length - 1), await encode(frame, options))
      },
      async finish() {
        for (const { name, text } of timingFiles(options, times, isDeep)) await files.add(name, text)
        return { bytes: await files.finish(), hasTimecode: startOf(options) !== null }
      },
      abort: () => files.abort(),
    },
    signal,
  )
}

const encode = (
  { raster, fineAlpha, fineColors }: Pick<Frame, 'raster' | 'fineAlpha' | 'fineColors'>,
  options: FrameSequenceOptions,
): Promise<Blob> => {
  const { sequence, fps, isVariable, signal } = options
  const { format, alpha } = sequence
  const picture = pictureOfFrame(raster, options)
  const isMultiplied = alpha === 'premultiplied'
  if (format === 'png8') return encodePng(isMultiplied ? premultiplied(picture) : picture, { signal })
  const deep = deepen(picture, { alpha: fineAlpha ?? null, colors: fineColors ?? null })
  if (format === 'exr') return encodeExr(deep, { alpha, signal, ...(isVariable ? {} : { fps }) })
  return encodeDeepPng(isMultiplied ? premultipliedDeep(deep) : deep, { signal })
}

/** The usual first number of compositing programs, which leaves room for frames before it. */
const firstNumber = 1001

/** The timecode that numbers frames; null if they are counted. */
const startOf = ({ sequence, timecode }: FrameSequenceOptions): Timecode | null =>
  (sequence.isTimecoded && timecode) || null

/** A timecode may count every second frame. */
const firstNumberOf = (options: FrameSequenceOptions): number => {
  const start = startOf(options)
  return start ? Math.round((start.startFrame / start.rate) * options.fps) : firstNumber
}

/** `clip-premultiplied.1001.exr`; five minutes at 240 frames a second end with 73,001. */
const frameName = (options: FrameSequenceOptions, index: number): string => {
  const { name, isMatte, hasAlpha, sequence } = options
  const what = isMatte ? '-matte' : hasAlpha ? `-${sequence.alpha}` : ''
  return `${name}${what}.${firstNumberOf(options) + index}.${sequenceFormats[sequence.format].extension}`
}

type TextFile = { readonly name: string; readonly text: string }

const alphaTexts = { straight: 'straight (not premultiplied)', premultiplied: 'premultiplied' } as const

/** The text files beside the frames: how to play them, and each frame's time where times are uneven. */
const timingFiles = (
  options: FrameSequenceOptions,
  times: readonly Times[],
  isDeep: boolean,
): readonly TextFile[] => {
  const { size, fps, isVariable, hasAlpha, isMatte, sequence } = options
  const start = startOf(options)
  const rate = `${Number(fps.toFixed(3))}${isVariable ? ' on average; timestamps.csv has the time of each frame' : ''}`
  const colours = sequence.format === 'exr' ? 'linear light, primaries of sRGB and Rec. 709' : 'sRGB'
  const lines = [
    `Frames: ${times.length}, from ${firstNumberOf(options)}`,
    ...(start ? [`Timecode: ${formatTimecode(start)}`] : []),
    `Frames per second: ${rate}`,
    `Size: ${size.width} x ${size.height}`,
    isMatte
      ? 'Content: matte, white for the subject'
      : `Colours: ${colours}, from frames of ${isDeep ? 'more than 8' : '8'} bits`,
    `Alpha: ${hasAlpha ? alphaTexts[sequence.alpha] : 'none'}`,
  ]
  const note = { name: 'frames.txt', text: `${lines.join('\n')}\n` }
  if (!isVariable) return [note]
  const rows = times.map(
    ({ timestampSeconds, durationSeconds }, index) =>
      `${frameName(options, index)},${timestampSeconds.toFixed(6)},${durationSeconds.toFixed(6)}`,
  )
  return [note, { name: 'timestamps.csv', text: `file,seconds,duration\n${rows.join('\n')}\n` }]
}

/**
 * The picture with premultiplied alpha, in values of sRGB, as compositing programs expect it in 8 and 16 bits. Does not
 * change the given one; an opaque picture stays as it is.
 */
const premultiplied = (picture: EncoderInput): EncoderInput => {
  if (picture.kind === 'grey' || picture.opaque) return picture
  const { width, height, data } = picture.raster
  const multiplied = new Uint8ClampedArray(data)
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]
    if (alpha === 255) continue
    for (let channel = at; channel < at + 3; channel++) multiplied[channel] = (data[channel] * alpha) / 255
  }
  return { kind: 'colour', raster: { width, height, data: multiplied }, opaque: false }
}

/** As `premultiplied`, for a 16-bit picture. */
const premultipliedDeep = (picture: DeepPicture): DeepPicture => {
  if (picture.channels !== 4) return picture
  const data = new Uint16Array(picture.data)
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]
    if (alpha === 65_535) continue
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = Math.round((data[channel] * alpha) / 65_535)
  }
  return { ...picture, data }
}
