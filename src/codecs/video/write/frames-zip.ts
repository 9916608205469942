import { makeZip } from 'client-zip'
import type { Size } from '#base/geometry.ts'
import { untilAborted } from '#base/promises.ts'
import { encodePng } from '#codecs/image/png/encode-png.ts'
import { openAsyncHandoff } from '#codecs/video/async-handoff.ts'
import type { Frame } from '#codecs/video/frame.ts'
import type { EncoderInput } from '#engine/compose.ts'
import type { Raster } from '#engine/raster.ts'
import { type ByteSink, type FrameWriter, toFrameWriter } from './frame-writer.ts'

export type FramesZipOptions = {
  readonly size: Size
  /** The source's average. */
  readonly fps: number
  /** Frames come at uneven times, which are listed then. */
  readonly isVariable: boolean
  /** Whether the frames' alpha is written, straight; else they come opaque. */
  readonly hasAlpha: boolean
  /** Whether the frames are mattes: grey (R = G = B) and opaque. */
  readonly isMatte: boolean
  readonly signal: AbortSignal
}

type Entry = { readonly name: string; readonly input: Blob | string; readonly lastModified: Date }

/**
 * A writer of single pictures: every frame a PNG without loss, in one ZIP, with a note on when each is shown. A frame
 * is encoded when it comes and goes on into the sink, so that two at most are held. Ends like those of videos.
 */
export const openFramesZip = (options: FramesZipOptions, sink: ByteSink): FrameWriter => {
  const { isMatte, hasAlpha, signal } = options
  const entries = openAsyncHandoff<Entry>()
  const lastModified = new Date()
  const times: Omit<Frame, 'raster'>[] = []
  const packing = pack(entries.take, sink)
  // Who writes or ends hears of it; nobody may.
  packing.catch(() => {})
  const add = (name: string, input: Blob | string) =>
    untilAborted(Promise.race([entries.give({ name, input, lastModified }), packing]), signal)

  return toFrameWriter(
    {
      async write({ raster, timestampSeconds, durationSeconds }) {
        times.push({ timestampSeconds, durationSeconds })
        await add(frameName(times.length), await encodePng(pictureOf(raster, isMatte, hasAlpha), signal))
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

/** Packs what it takes until nothing more comes; answers with the bytes it came to. */
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

/** `frame-00001.png`; five digits are enough for five minutes of 240 frames a second. */
const frameName = (number: number): string => `frame-${String(number).padStart(5, '0')}.png`

type FrameTiming = {
  readonly size: Size
  readonly fps: number
  readonly isVariable: boolean
  readonly hasAlpha: boolean
}

type TextFile = { readonly name: string; readonly text: string }

/** What goes along with the pictures of a film: how to play them, and where their times vary, the time of each. */
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
