import { writePsdUint8Array } from 'ag-psd'
import sharp, { type TiffOptions } from 'sharp'
import { describe, expect, test } from 'vitest'
import type { PictureDecoder } from '#codecs/image/decoded.ts'
import { jxlHeader } from '#codecs/image/jxl/jxl-header.ts'
import { readDeepPng } from '#codecs/image/png/read-deep.ts'
import { psdDecoder } from '#codecs/image/psd/read.ts'
import { largestPicture } from '#codecs/image/raw/read.ts'
import { tiffDecoder } from '#codecs/image/tiff/read.ts'
import { sniff } from '#contract/sniff.ts'
import { ascii, concatBytes, uint32 } from '#support/byte-arrays.ts'
import { box, table } from '#support/make-mp4.ts'
import { mutateBytes } from '#support/mutate-bytes.ts'
import { plainPsd } from '#support/plain-psd.ts'
import { seededRandom } from '#support/seeded-random.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * A number, not a time, so that every machine tries the same ones. Readers of whole pictures take a fifth of all tests
 * in Node with ten thousand, which are for a change of a reader.
 */
const mutations = { ofPictures: 500, ofHeads: 2000 } as const

const width = 9
const height = 7
const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => (at * 37) % 256)
const picture = () => sharp(data, { raw: { width, height, channels: 4 } })

/** The same samples, of 16 bits. */
const deep = () =>
  sharp(new Uint16Array(data), { raw: { width, height, channels: 4 } }).toColourspace('rgb16')

const bytesOf = (bytes: Buffer) => Uint8Array.from(bytes)

const tiff = async (options: TiffOptions) => bytesOf(await picture().tiff(options).toBuffer())

const psd = (options: { readonly psb: boolean; readonly compress: boolean }) => {
  const imageData = { width, height, data } as ImageData
  const file = { width, height, imageData, children: [{ name: 'Subject', imageData }] }
  return Uint8Array.from(writePsdUint8Array(file, options))
}

const jpeg = async () => Uint8Array.from(await picture().jpeg().toBuffer())

/** A Canon raw photo: the first sample of its track is the JPEG behind the boxes. */
const cr3 = async () => {
  const preview = await jpeg()
  const head = (at: number) =>
    concatBytes(
      box('ftyp', ascii('crx ')),
      box('moov', box('trak', table('stsz', [], preview.length), table('co64', [[0, at]]))),
    )
  return concatBytes(head(head(0).length), preview)
}

/** A Fujifilm raw photo: its header says where the JPEG stands. */
const raf = async () => {
  const preview = await jpeg()
  const [start, place] = [100, 84]
  return concatBytes(
    ascii('FUJIFILMCCD-RAW '.padEnd(place)),
    uint32(start),
    uint32(preview.length),
    ascii('12345678'),
    preview,
  )
}

const jxlBox = () => concatBytes(box('JXL ', uint32(0x0d0a870a)), box('jxlc', [0xff, 0x0a, 0x41, 0x12, 0x90]))

/** How many of the mutations of these files a reader refused; it made something of the others. */
const countRefused = async (
  files: readonly Bytes[],
  read: (bytes: Bytes) => unknown,
  tries: number,
): Promise<number> => {
  const random = seededRandom(33)
  let refused = 0
  for (let count = 0; count < tries; count++) {
    const file = files[count % files.length]
    if (!file) continue
    try {
      await read(mutateBytes(file, random))
    } catch (cause) {
      expect(cause).toBeInstanceOf(Error)
      refused++
    }
  }
  return refused
}

const blobOf = (bytes: Bytes) => new Blob([bytes])

const readWhole = async ({ read, readDeep }: PictureDecoder, bytes: Bytes) =>
  (await readDeep?.(blobOf(bytes))) ?? read(blobOf(bytes))

describe('thousands of damaged files are read or refused, one after the other', () => {
  test('TIFF', async () => {
    const files = await Promise.all([
      tiff({ compression: 'lzw', predictor: 'horizontal' }),
      tiff({ compression: 'deflate', tile: true, tileWidth: 16, tileHeight: 16 }),
      tiff({ compression: 'packbits' }),
      tiff({ compression: 'none' }),
      deep().tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer().then(bytesOf),
    ])
    const refused = await countRefused(files, (bytes) => readWhole(tiffDecoder, bytes), mutations.ofPictures)
    expect(refused).toBeGreaterThan(mutations.ofPictures / 10)
    expect(refused).toBeLessThan(mutations.ofPictures)
  })

  test('Photoshop files', async () => {
    const files = [
      psd({ psb: false, compress: true }),
      psd({ psb: true, compress: true }),
      psd({ psb: false, compress: false }),
      plainPsd(3, Array(3).fill(new Uint8Array(width * height * 2)), { width, height, bits: 16 }),
    ]
    const refused = await countRefused(files, (bytes) => readWhole(psdDecoder, bytes), mutations.ofPictures)
    expect(refused).toBeGreaterThan(mutations.ofPictures / 10)
    expect(refused).toBeLessThan(mutations.ofPictures)
  })

  test('PNGs of 16 bits', async () => {
    const files = await Promise.all([
      deep().png({ progressive: true }).toBuffer(),
      deep().png({ adaptiveFiltering: true }).toBuffer(),
    ])
    let read = 0
    await countRefused(
      files.map(bytesOf),
      async (bytes) => {
        if (await readDeepPng(blobOf(bytes))) read++
      },
      mutations.ofPictures,
    )
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(mutations.ofPictures)
  })

  test('raw photos', async () => {
    const files = await Promise.all([cr3(), raf(), tiff({ compression: 'jpeg' })])
    let found = 0
    await countRefused(
      files,
      async (bytes) => {
        const kind = sniff(bytes)
        await largestPicture(blobOf(bytes), kind === 'cr3' || kind === 'raf' ? kind : 'nef')
        found++
      },
      mutations.ofHeads,
    )
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThan(mutations.ofHeads)
  })

  test('heads of JPEG XL', async () => {
    const refused = await countRefused([jxlBox()], jxlHeader, mutations.ofHeads)
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(mutations.ofHeads)
  })
})
