import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { ByteSink } from '#codecs/video/write/frame-writer.ts'
import { type FramesZipOptions, openFramesZip } from '#codecs/video/write/frames-zip.ts'
import type { Raster } from '#engine/raster.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { hasUnzip, unzip } from '#support/unzip.ts'

const size = { width: 40, height: 26 }
/** Smooth colours, alpha from nothing to all from left to right. */
const paint = (index: number): Raster => {
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  for (let at = 0; at < data.length; at += 4) {
    const x = (at / 4) % size.width
    data.set([100 + index * 9, 40 + x, (at * 7) % 251, Math.max(0, Math.min(255, x * 9 - 50))], at)
  }
  return { ...size, data }
}
const signal = new AbortController().signal
const usual = { size, fps: 25, isVariable: false, hasAlpha: true, isMatte: false, signal }

const packed = async (
  options: Partial<FramesZipOptions> = {},
  times: readonly number[] = [0, 0.04, 0.08],
) => {
  const pieces: Uint8Array[] = []
  const sink: ByteSink = {
    write: async (data, position) => {
      expect(position).toBe(pieces.reduce((sum, { length }) => sum + length, 0))
      pieces.push(data.slice())
    },
  }
  const writer = openFramesZip({ ...usual, ...options }, sink)
  for (const [index, timestampSeconds] of times.entries())
    await writer.write({ raster: paint(index), timestampSeconds, durationSeconds: 0.04 })
  const written = await writer.finish()
  return { written, bytes: Buffer.concat(pieces) }
}
const pixelsOf = async (png: Buffer) => {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  return { data: [...data], channels: info.channels, width: info.width, height: info.height }
}

describe.skipIf(!hasUnzip)('frames in a ZIP, read by unzip (skipped without it)', () => {
  test('each is a PNG with exact straight alpha, named in order', async () => {
    const { written, bytes } = await packed()
    expect(written).toMatchObject({ frames: 3, bytes: bytes.length, audioDropped: null })
    const files = unzip(bytes)
    expect(files.map(({ name }) => name)).toEqual([
      'frame-00001.png',
      'frame-00002.png',
      'frame-00003.png',
      'frames.txt',
    ])
    for (const [index, file] of files.slice(0, 3).entries()) {
      const { data, ...is } = await pixelsOf(file.read())
      expect(is).toEqual({ channels: 4, ...size })
      // A colour under an alpha of 0 is not visible.
      const painted = paint(index).data
      const wanted = [...painted].map((value, at) => (painted[at | 3] === 0 ? 0 : value))
      expect(data).toEqual(wanted)
    }
    expect(files[3]?.read().toString()).toBe(
      'Frames: 3\nFrames per second: 25\nSize: 40 x 26\nAlpha: straight (not premultiplied)\n',
    )
  })

  test('opaque frames have no alpha, and mattes one grey channel', async () => {
    const [opaque] = unzip((await packed({ hasAlpha: false }, [0])).bytes)
    expect(await pixelsOf(opaque?.read() ?? Buffer.alloc(0))).toMatchObject({ channels: 3 })
    const [matte, note] = unzip((await packed({ hasAlpha: false, isMatte: true }, [0])).bytes)
    const { channels } = await sharp(matte?.read()).metadata()
    const { data } = await sharp(matte?.read()).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
    expect(channels).toBe(1)
    expect([...data]).toEqual([...paint(0).data.filter((_, at) => at % 4 === 0)])
    expect(note?.read().toString()).toContain('Alpha: none\n')
  })

  test('uneven frames are listed with their times (D-35)', async () => {
    const { bytes } = await packed({ isVariable: true, fps: 29.97003 }, [0, 0.04, 1.5])
    const files = unzip(bytes)
    expect(files.at(-1)?.name).toBe('timestamps.csv')
    expect(files.at(-1)?.read().toString()).toBe(
      'file,seconds,duration\nframe-00001.png,0.000000,0.040000\nframe-00002.png,0.040000,0.040000\nframe-00003.png,1.500000,0.040000\n',
    )
    expect(files.at(-2)?.read().toString()).toContain('Frames per second: 29.97 on average')
  })
})

test('at most two frames are held while the sink is slow', async () => {
  let goOn = () => {}
  const slow = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const writer = openFramesZip(usual, { write: () => slow })
  let taken = 0
  const writing = (async () => {
    for (let index = 0; index < 6; index++) {
      await writer.write({ raster: paint(index), timestampSeconds: index, durationSeconds: 1 })
      taken++
    }
  })()
  await turnEventLoop()
  expect(taken).toBeLessThanOrEqual(2)
  goOn()
  await writing
  expect(await writer.finish()).toMatchObject({ frames: 6 })
})

test('an error of the sink rejects writing and ends it', async () => {
  let calls = 0
  const full = new DOMException('No room', 'QuotaExceededError')
  const sink = {
    write: async () => {
      calls++
      if (calls > 3) throw full
    },
  }
  const writer = openFramesZip(usual, sink)
  const writing = (async () => {
    for (let index = 0; index < 9; index++)
      await writer.write({ raster: paint(index), timestampSeconds: index, durationSeconds: 1 })
  })()
  await expect(writing).rejects.toMatchObject({ cause: full })
  await expect(writer.finish()).rejects.toThrow()
  expect(calls).toBe(4)
})

test('an abort ends the writer at once, also during a write', async () => {
  const stop = new AbortController()
  const writer = openFramesZip({ ...usual, signal: stop.signal }, { write: () => new Promise(() => {}) })
  const frame = () => ({ raster: paint(0), timestampSeconds: 0, durationSeconds: 1 })
  await writer.write(frame())
  const stuck = (async () => {
    for (;;) await writer.write(frame())
  })()
  await turnEventLoop()
  stop.abort()
  await expect(stuck).rejects.toMatchObject({ name: 'AbortError' })
})
