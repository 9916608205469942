import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type FrameSequenceOptions, openFrameSequence } from '#codecs/video/write/frame-sequence.ts'
import type { ByteSink } from '#codecs/video/write/frame-writer.ts'
import { openZipFiles } from '#codecs/video/write/picture-files.ts'
import { usualSequence } from '#contract/frame-sequence.ts'
import type { Raster } from '#engine/raster.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { fromHalf, readExr } from '#support/read-exr.ts'
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
const look = { hasAlpha: true, isMatte: false, sequence: usualSequence('png8'), name: 'clip' }
const usual: FrameSequenceOptions = { size, fps: 25, isVariable: false, ...look, signal }
const openZip = (options: FrameSequenceOptions, sink: ByteSink) =>
  openFrameSequence(options, openZipFiles('clip-png', sink, options.signal))

const packed = async (
  options: Partial<FrameSequenceOptions> = {},
  times: readonly number[] = [0, 0.04, 0.08],
) => {
  const pieces: Uint8Array[] = []
  const sink: ByteSink = {
    write: async (data, position) => {
      expect(position).toBe(pieces.reduce((sum, { length }) => sum + length, 0))
      pieces.push(data.slice())
    },
  }
  const writer = openZip({ ...usual, ...options }, sink)
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
    expect(written).toMatchObject({ frames: 3, bytes: bytes.length, sounds: [] })
    const files = unzip(bytes)
    expect(files.map(({ name }) => name)).toEqual([
      'clip-png/clip-straight.1001.png',
      'clip-png/clip-straight.1002.png',
      'clip-png/clip-straight.1003.png',
      'clip-png/frames.txt',
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
      'Frames: 3, from 1001\nFrames per second: 25\nSize: 40 x 26\nColours: sRGB, from frames of 8 bits\nAlpha: straight (not premultiplied)\n',
    )
  })

  test('frames are numbered by the timecode of their source on request', async () => {
    const timecode = { startFrame: 89_356, rate: 24, isDropFrame: false }
    const sequence = { ...usualSequence('png8'), isTimecoded: true } as const
    const { written, bytes } = await packed({ fps: 24, timecode, sequence })
    const files = unzip(bytes)
    expect(files.map(({ name }) => name.replace(/^.*straight/, ''))).toEqual([
      ...['.89356.png', '.89357.png', '.89358.png', 'clip-png/frames.txt'],
    ])
    expect(files.at(-1)?.read().toString()).toContain('from 89356\nTimecode: 01:02:03:04\n')
    expect(written.hasTimecode).toBe(true)
    // A source without one counts from 1001.
    const [counted] = unzip((await packed({ sequence }, [0])).bytes)
    expect(counted?.name).toContain('.1001.png')
  })

  test('opaque frames have no alpha, and mattes one grey channel', async () => {
    const [opaque] = unzip((await packed({ hasAlpha: false }, [0])).bytes)
    expect(await pixelsOf(opaque?.read() ?? Buffer.alloc(0))).toMatchObject({ channels: 3 })
    const [matte, note] = unzip((await packed({ hasAlpha: false, isMatte: true }, [0])).bytes)
    expect([opaque?.name, matte?.name]).toEqual(['clip-png/clip.1001.png', 'clip-png/clip-matte.1001.png'])
    const { channels } = await sharp(matte?.read()).metadata()
    const { data } = await sharp(matte?.read()).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
    expect(channels).toBe(1)
    expect([...data]).toEqual([...paint(0).data.filter((_, at) => at % 4 === 0)])
    expect(note?.read().toString()).toContain('Alpha: none\n')
  })

  test('premultiplied frames of 8 and 16 bits say so in their names', async () => {
    const painted = paint(0).data
    for (const [format, most] of [
      ['png8', 255],
      ['png16', 65_535],
    ] as const) {
      const [first] = unzip((await packed({ sequence: { format, alpha: 'premultiplied' } }, [0])).bytes)
      expect(first?.name).toBe('clip-png/clip-premultiplied.1001.png')
      const png = sharp(first?.read())
      expect((await png.metadata()).depth).toBe(format === 'png8' ? 'uchar' : 'ushort')
      const [depth, space] = format === 'png8' ? (['uchar', 'srgb'] as const) : (['ushort', 'rgb16'] as const)
      const raw = await png.toColourspace(space).raw({ depth }).toBuffer()
      const values = format === 'png8' ? raw : new Uint16Array(Uint8Array.from(raw).buffer)
      const off = Array.from(painted, (value, at) => {
        const share = at % 4 === 3 ? 1 : (painted[at | 3] ?? 0) / 255
        return Math.abs((value / 255) * share * most - (values[at] ?? -1))
      })
      expect(values).toHaveLength(painted.length)
      expect(Math.max(...off)).toBeLessThanOrEqual(0.5001)
    }
  })

  test('colours of more than 8 bits reach 16-bit frames', async () => {
    const pieces: Uint8Array[] = []
    const sequence = { format: 'png16', alpha: 'straight' } as const
    const sink: ByteSink = { write: async (data) => void pieces.push(data.slice()) }
    const writer = openZip({ ...usual, sequence, hasAlpha: false }, sink)
    const raster = paint(0)
    const data = Uint16Array.from({ length: (raster.data.length / 4) * 3 }, (_, at) => {
      const value = raster.data[Math.floor(at / 3) * 4 + (at % 3)] ?? 0
      return Math.min(65_535, value * 257 + (at % 200))
    })
    const fineColors = { ...size, channels: 3 as const, data }
    await writer.write({ raster, fineColors, timestampSeconds: 0, durationSeconds: 0.04 })
    await writer.finish()
    const [frame, note] = unzip(Buffer.concat(pieces))
    const raw = await sharp(frame?.read()).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer()
    expect([...new Uint16Array(Uint8Array.from(raw).buffer)]).toEqual([...data])
    expect(note?.read().toString()).toContain('Colours: sRGB, from frames of more than 8 bits\n')
  })

  test('frames as EXR hold linear light and the alpha of the PNG', async () => {
    const { bytes } = await packed({ sequence: usualSequence('exr') }, [0, 0.04])
    const files = unzip(bytes)
    expect(files.map(({ name }) => name.split('/')[1])).toEqual([
      'clip-premultiplied.1001.exr',
      'clip-premultiplied.1002.exr',
      'frames.txt',
    ])
    const { halves, attributes, ...read } = readExr(files[0]?.read() ?? Buffer.alloc(0))
    expect(read).toMatchObject(size)
    expect(attributes.get('framesPerSecond')?.readInt32LE(0)).toBe(25_000)
    const alpha = Array.from(halves.get('A') ?? [], (bits) => Math.round(fromHalf(bits) * 255))
    expect(alpha).toEqual([...paint(0).data.filter((_, at) => at % 4 === 3)])
  })

  test('uneven frames are listed with their times (D-35)', async () => {
    const { bytes } = await packed({ isVariable: true, fps: 29.97003 }, [0, 0.04, 1.5])
    const files = unzip(bytes)
    expect(files.at(-1)?.name).toBe('clip-png/timestamps.csv')
    expect(files.at(-1)?.read().toString()).toBe(
      'file,seconds,duration\nclip-straight.1001.png,0.000000,0.040000\nclip-straight.1002.png,0.040000,0.040000\nclip-straight.1003.png,1.500000,0.040000\n',
    )
    expect(files.at(-2)?.read().toString()).toContain('Frames per second: 29.97 on average')
  })
})

test('at most two frames are held while the sink is slow', async () => {
  let goOn = () => {}
  const slow = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const writer = openZip(usual, { write: () => slow })
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
  const writer = openZip(usual, sink)
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
  const writer = openZip({ ...usual, signal: stop.signal }, { write: () => new Promise(() => {}) })
  const frame = () => ({ raster: paint(0), timestampSeconds: 0, durationSeconds: 1 })
  await writer.write(frame())
  const stuck = (async () => {
    for (;;) await writer.write(frame())
  })()
  await turnEventLoop()
  stop.abort()
  await expect(stuck).rejects.toMatchObject({ name: 'AbortError' })
})
