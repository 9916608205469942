import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { largestPicture } from '#codecs/image/raw/read.ts'
import type { FileKind } from '#contract/file-kinds.ts'
import { readImageSize } from '#contract/image-size.ts'
import { sniff } from '#contract/sniff.ts'

const jpegOf = (width: number, height: number, orientation?: number) => {
  const picture = sharp({ create: { width, height, channels: 3, background: '#936' } })
  return (orientation ? picture.withMetadata({ orientation }) : picture).jpeg().toBuffer()
}

/** A file that grows, and remembers where its parts stand. */
const openFile = (size: number) => {
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  let end = 0
  const put = (part: Uint8Array, at = end): number => {
    bytes.set(part, at)
    end = Math.max(end, at + part.length)
    return at
  }
  return { bytes, view, put, blob: () => new Blob([bytes.subarray(0, end)]) }
}

type Field = readonly [tag: number, type: number, count: number, value: number]

/** A directory of TIFF, least significant byte first. */
const directory = (fields: readonly Field[], next = 0): Uint8Array => {
  const view = new DataView(new ArrayBuffer(6 + fields.length * 12))
  view.setUint16(0, fields.length, true)
  fields.forEach(([tag, type, count, value], index) => {
    const at = 2 + index * 12
    view.setUint16(at, tag, true)
    view.setUint16(at + 2, type, true)
    view.setUint32(at + 4, count, true)
    view.setUint32(at + 8, value, true)
  })
  view.setUint32(view.byteLength - 4, next, true)
  return new Uint8Array(view.buffer)
}

const tiffHead = (first: number, magic = 42) =>
  Uint8Array.of(0x49, 0x49, magic & 255, magic >> 8, first & 255, first >> 8, 0, 0)

const box = (type: string, ...parts: readonly Uint8Array[]): Uint8Array => {
  const length = 8 + parts.reduce((sum, part) => sum + part.length, 0)
  const head = new Uint8Array(8)
  new DataView(head.buffer).setUint32(0, length)
  head.set(new TextEncoder().encode(type), 4)
  return Uint8Array.from([head, ...parts].flatMap((part) => [...part]))
}

const numbers = (...values: readonly number[]) => {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  values.forEach((value, index) => {
    view.setUint32(index * 4, value)
  })
  return new Uint8Array(view.buffer)
}

const missing = { reason: 'raw_without_preview' }

const previewSize = async (file: Blob, kind: FileKind) =>
  readImageSize(await (await largestPicture(file, kind)).file.bytes())

describe('the largest preview of a raw photo is found', () => {
  test('in the directories of a NEF, turned as its tag says', async () => {
    const [small, large] = await Promise.all([jpegOf(160, 120), jpegOf(640, 480)])
    const file = openFile(100_000)
    file.put(tiffHead(8))
    const [smallAt, largeAt] = [1000, 20_000]
    // The second directory below is the sensor's own, without a JPEG.
    file.put(
      directory([
        [274, 3, 1, 6],
        [330, 4, 2, 500],
        [513, 4, 1, smallAt],
        [514, 4, 1, small.length],
      ]),
    )
    file.put(Uint8Array.of(0x58, 2, 0, 0, 0xbc, 2, 0, 0), 500)
    file.put(
      directory([
        [513, 4, 1, largeAt],
        [514, 4, 1, large.length],
      ]),
      600,
    )
    file.put(directory([[262, 3, 1, 32803]]), 700)
    file.put(small, smallAt)
    file.put(large, largeAt)
    const { file: preview } = await largestPicture(file.blob(), 'nef')
    expect(readImageSize(await preview.bytes())).toEqual({ width: 480, height: 640 })
    const { info } = await sharp(await preview.bytes())
      .rotate()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([480, 640])
  })

  test('in a strip of a DNG, beside the JPEG of raw pixels', async () => {
    const large = await jpegOf(320, 200)
    const file = openFile(60_000)
    file.put(tiffHead(8))
    const lossless = Uint8Array.of(0xff, 0xd8, 0xff, 0xc3, 0, 11, 14, 16, 0, 16, 0, 1, 1, 0x11, 0, 0xff, 0xd9)
    const next = 8 + 6 + 3 * 12
    file.put(
      directory(
        [
          [259, 3, 1, 7],
          [273, 4, 1, 900],
          [279, 4, 1, lossless.length],
        ],
        next,
      ),
    )
    file.put(
      directory([
        [259, 3, 1, 7],
        [273, 4, 1, 2000],
        [279, 4, 1, large.length],
      ]),
      next,
    )
    file.put(lossless, 900)
    file.put(large, 2000)
    expect(await previewSize(file.blob(), 'dng')).toEqual({ width: 320, height: 200 })
  })

  test('as a value of an RW2, in the notes of an ORF', async () => {
    const jpeg = await jpegOf(300, 200, 1)
    const rw2 = openFile(40_000)
    rw2.put(tiffHead(8, 0x55))
    rw2.put(directory([[46, 7, jpeg.length, 3000]]))
    rw2.put(jpeg, 3000)
    expect(await previewSize(rw2.blob(), 'rw2')).toEqual({ width: 300, height: 200 })

    const orf = openFile(40_000)
    orf.put(tiffHead(8, 0x4f52))
    orf.put(directory([[34665, 4, 1, 100]]))
    orf.put(directory([[37500, 7, 500, 200]]), 100)
    orf.put(new TextEncoder().encode('OLYMPUS\0II\x03\0'), 200)
    // Offsets count from the start of the notes.
    orf.put(directory([[0x2020, 13, 1, 100]]), 212)
    orf.put(
      directory([
        [0x0101, 4, 1, 2800],
        [0x0102, 4, 1, jpeg.length],
      ]),
      300,
    )
    orf.put(jpeg, 3000)
    expect(await previewSize(orf.blob(), 'orf')).toEqual({ width: 300, height: 200 })
  })

  test('in the head of a RAF', async () => {
    const jpeg = await jpegOf(300, 200)
    const file = openFile(40_000)
    file.put(new TextEncoder().encode('FUJIFILMCCD-RAW '))
    file.put(numbers(400, jpeg.length), 84)
    file.put(jpeg, 400)
    expect(await previewSize(file.blob(), 'raf')).toEqual({ width: 300, height: 200 })
  })

  test('with its size as shown where it is turned itself', async () => {
    const jpeg = await jpegOf(300, 200, 6)
    const file = openFile(40_000)
    file.put(numbers(400, jpeg.length), 84)
    file.put(jpeg, 400)
    expect(await previewSize(file.blob(), 'raf')).toEqual({ width: 200, height: 300 })
  })

  test('in a track of a CR3, turned as its box says', async () => {
    const jpeg = await jpegOf(600, 400)
    const stbl = (at: number) =>
      box('stbl', box('stsz', numbers(0, jpeg.length, 1)), box('co64', numbers(0, 1, 0, at)))
    const cmt1 = box('CMT1', tiffHead(8), directory([[274, 3, 1, 8]]))
    const moov = (at: number) =>
      box('moov', box('uuid', new Uint8Array(16), cmt1), box('trak', box('mdia', box('minf', stbl(at)))))
    const ftyp = box('ftyp', new TextEncoder().encode('crx \0\0\0\x01crx isom'))
    const at = ftyp.length + moov(0).length + 8
    const file = new Blob([ftyp, moov(at), box('mdat', jpeg)].map((part) => part.slice()))
    expect(sniff(ftyp)).toBe('cr3')
    expect(await previewSize(file, 'cr3')).toEqual({ width: 400, height: 600 })
  })
})

test('directories that point at each other end the search', async () => {
  const file = openFile(2000)
  file.put(tiffHead(8))
  file.put(directory([[330, 4, 1, 100]], 100))
  file.put(directory([[330, 4, 1, 8]], 8), 100)
  await expect(largestPicture(file.blob(), 'nef')).rejects.toMatchObject(missing)
})

test('a preview that is cut off or outside is none', async () => {
  const jpeg = await jpegOf(300, 200)
  for (const length of [jpeg.length - 100, 10_000_000]) {
    const file = openFile(40_000)
    file.put(tiffHead(8))
    file.put(
      directory([
        [513, 4, 1, 3000],
        [514, 4, 1, length],
      ]),
    )
    file.put(jpeg, 3000)
    await expect(largestPicture(file.blob(), 'nef')).rejects.toMatchObject(missing)
  }
})

const formats = new URL('../../../../../../shared/samples/formats/', import.meta.url)
test.skipIf(!existsSync(formats))('cut-down raw files open or are refused (needs the samples)', async () => {
  for (const name of ['CanonRaw.cr2', 'DNG.dng', 'FujiFilm.raf', 'Panasonic.rw2', 'Minolta.mrw']) {
    const bytes = readFileSync(new URL(name, formats))
    const preview = await largestPicture(new Blob([bytes]), sniff(bytes)).catch((cause: unknown) => {
      expect(cause).toMatchObject(missing)
      return null
    })
    if (preview)
      expect(
        (
          await sharp(await preview.file.bytes())
            .raw()
            .toBuffer()
        ).length,
      ).toBeGreaterThan(0)
  }
})
