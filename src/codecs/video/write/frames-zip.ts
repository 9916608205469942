import { makeZip } from 'client-zip'
import type { Size } from '#base/geometry.ts'
import { untilAborted } from '#base/promises.ts'
import { encodePng } from '#codecs/image/png/encode-png.ts'
import { openAsyncHandoff } from '#codecs/video/async-handoff.ts'
import type { Frame } from '#codecs/video/frame.ts'
import type { EncoderInput } from '#engine/compose.ts'
import type { Raster } from '#engine/raster.ts'
import { type ByteSink, type FrameWriter, toFrameWriter } from './frame-writer.ts'

/** What the frames in a ZIP are, and at which times. */
export type FramesZipOptions = {
  readonly size: Size
  /** Average frames a second of the source. */
  readonly fps: number
  /** Whether frames come at uneven times, which are then listed. */
  readonly isVariable: boolean
  /** Whether straight alpha is written; otherwise frames are opaque. */
  readonly hasAlpha: boolean
  /** Whether the frames are mattes: grey (R = G = B) and opaque. */
  readonly isMatte: boolean
  readonly signal: AbortSignal
}

type Entry = { readonly name: string; readonly input: Blob | string; readonly lastModified: Date }

/**
 * Writes every frame as a lossless PNG into one ZIP, with a text file of their times. A frame is encoded on arrival
 * and passed to the sink, so that at most two are in memory. Rejects as the writers of videos do.
 */
export const openFramesZip = (options: FramesZipOptions, sink: ByteSink): FrameWriter => {
  const { isMatte, hasAlpha, signal } = options
  const entries = openAsyncHandoff<Entry>()
  const lastModified = new Date()
  const times: Omit<Frame, 'raster'>[] = []
  const packing = pack(entries.take, sink)
  // The caller of `write` or `finish` gets the error; there may be none.
  packing.catch(() => {})
  const add = (name: string, input: Blob | string) =>
    untilAborted(Promise.race([entries.give({ name, input, lastModified }), packing]), signal)

  return toFrameWriter(
    {
      async write({ raster, timestampSeconds, durationSeconds }) {
        times.push({ timestampSeconds, durationSeconds })
        await add(frameName(times.length), await encodePng(pictureOf(raster, isMatte, hasAlpha), { signal }))
      },
      async finish() {
        for (const { name, text } of timingFiles(options, times)) await add(name, text)
        entries.end()
        return { bytes: await untilAborted(packing, signal), audioDropped: null }
      },
      abort: () => entries.end({ cause: new DOMException('The pictures were dropped', 'AbortError') }),
    },
    signal,
  )
}

const pictureOf = (raster: Raster, isMatte: boolean, hasAlpha: boolean): EncoderInput => {
  if (!isMatte) return { kind: 'colour', raster, opaque: !hasAlpha }
  const { width, height, data } = raster
  const plane = new Uint8ClampedArray(width * height)
  for (let i = 0; i < plane.length; i++) plane[i] = data[i * 4] ?? 0
  return { kind: 'grey', alpha: { width, height, data: plane } }
}

/** Packs entries until there are no more; resolves with the size in bytes. */
const pack = async (take: () => Promise<Entry | undefined>, sink: ByteSink): Promise<number> => {
  async function* all() {
    for (let entry = await take(); entry; entry = await take()) yield entry
  }
  // Safari has no async iteration of streams.
  const reader = makeZip(all()).getReader()
  let position = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      await sink.write(next.value, position)
      position += next.value.byteLength
    }
    return position
  } catch (cause) {
    await reader.cancel(cause).catch(() => {})
    throw cause
  }
}

/** `frame-00001.png`; five digits suffice for five minutes at 240 frames a second. */
const frameName = (number: number): string => `frame-${String(number).padStart(5, '0')}.png`

type FrameTiming = {
  readonly size: Size
  readonly fps: number
  readonly isVariable: boolean
  readonly hasAlpha: boolean
}

type TextFile = { readonly name: string; readonly text: string }

/** The text files beside the frames: how to play them, and each frame's time where times are uneven. */
const timingFiles = (
  { size, fps, isVariable, hasAlpha }: FrameTiming,
  times: readonly Omit<Frame, 'raster'>[],
): readonly TextFile[] => {
  const rate = `${Number(fps.toFixed(3))}${isVariable ? ' on average; timestamps.csv has the time of each frame' : ''}`
  const lines = [
    `Frames: ${times.length}`,
    `Frames per second: ${rate}`,
    `Size: ${size.width} x ${size.height}`,
    `Alpha: ${hasAlpha ? 'straight (not premultiplied)' : 'none'}`,
  ]
  const note = { name: 'frames.txt', text: `${lines.join('\n')}\n` }
  if (!isVariable) return [note]
  const rows = times.map(
    ({ timestampSeconds, durationSeconds }, index) =>
      `${frameName(index + 1)},${timestampSeconds.toFixed(6)},${durationSeconds.toFixed(6)}`,
  )
  return [note, { name: 'timestamps.csv', text: `file,seconds,duration\n${rows.join('\n')}\n` }]
}
