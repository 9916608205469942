import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { psdDecoder } from '#codecs/image/psd/read.ts'
import { ascii, concatBytes, uint32 } from '#support/byte-arrays.ts'
import { plainPsd } from '#support/plain-psd.ts'

const [width, height] = [300, 5]
type Bits = 1 | 8 | 16

/** Runs of equal values, and values that differ. */
const valueAt = (plane: number, at: number, bits: Bits) =>
  (at % width < 150 ? plane * 13 + 7 : (at * 40_503 + plane) >> 3) % 2 ** bits

/** A plane row by row. */
const rowsOf = (plane: number, bits: Bits) =>
  Array.from({ length: height }, (_, y) => {
    const row = new Uint8Array(Math.ceil((width * bits) / 8))
    for (let x = 0; x < width; x++) {
      const value = valueAt(plane, y * width + x, bits)
      if (bits === 16) row.set([value >> 8, value & 255], x * 2)
      else if (bits === 8) row[x] = value
      else row[x >> 3] = (row[x >> 3] ?? 0) | (value << (7 - (x & 7)))
    }
    return row
  })

/** PackBits with a run of up to 128 equal bytes or one other byte at a time (TIFF 6.0, section 9). */
const packed = (row: Uint8Array) => {
  const bytes: number[] = []
  for (let at = 0; at < row.length; ) {
    let run = 1
    while (run < 128 && row[at + run] === row[at]) run++
    bytes.push(run === 1 ? 0 : 257 - run, row[at] ?? 0)
    at += run
  }
  return Uint8Array.from(bytes)
}

type Form = Omit<Parameters<typeof plainPsd>[2], 'width' | 'height' | 'bits'>

/** A file whose merged picture is raw, or packed with the lengths of its rows. */
const fileOf = (mode: number, planes: number, bits: Bits, form: Form = {}) => {
  const rows = Array.from({ length: planes }, (_, plane) => rowsOf(plane, bits))
  const whole = { width, height, bits, ...form }
  if (!form.packing)
    return plainPsd(
      mode,
      rows.map((each) => concatBytes(...each)),
      whole,
    )
  const stored = rows.map((each) => each.map(packed))
  const lengths = stored.flat().flatMap(({ length }) => uint32(length).slice(form.version === 2 ? 0 : 2))
  const [first = [], ...others] = stored.map((each) => concatBytes(...each))
  return plainPsd(mode, [concatBytes(lengths, first), ...others], whole)
}

const blobOf = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)])
const read = (bytes: Uint8Array) => psdDecoder.read(blobOf(bytes))
const readDeep = (bytes: Uint8Array) => psdDecoder.readDeep?.(blobOf(bytes))

/** RGBA by the value of each plane. */
const rgba = (of: (at: number) => readonly number[]) =>
  Uint8ClampedArray.from(Array.from({ length: width * height }, (_, at) => of(at)).flat())

const forms = [
  ['raw', {}],
  ['packed', { packing: 1 }],
  ['packed in a PSB', { packing: 1, version: 2 }],
] as const

describe.each(forms)('a merged picture, %s', (_, form) => {
  test('in RGB of 8 and 16 bits', async () => {
    const narrow = rgba((at) => [...[0, 1, 2].map((plane) => valueAt(plane, at, 8)), 255])
    expect((await read(fileOf(3, 3, 8, form))).data).toEqual(narrow)
    const deep = await readDeep(fileOf(3, 3, 16, form))
    expect(deep?.data).toEqual(
      Uint16Array.from({ length: width * height * 3 }, (_, at) => valueAt(at % 3, Math.floor(at / 3), 16)),
    )
    const rounded = rgba((at) => [...[0, 1, 2].map((plane) => valueAt(plane, at, 16) / 257), 255])
    expect((await read(fileOf(3, 3, 16, form))).data).toEqual(rounded)
  })

  test('in greys, black and white, and a palette', async () => {
    const grey = (bits: Bits, most: number) =>
      rgba((at) => [...Array(3).fill((valueAt(0, at, bits) * 255) / most), 255])
    expect((await read(fileOf(1, 1, 8, form))).data).toEqual(grey(8, 255))
    expect((await read(fileOf(1, 1, 16, form))).data).toEqual(grey(16, 65_535))
    const inverted = grey(1, 1).map((value, at) => (at % 4 === 3 ? 255 : 255 - value))
    expect((await read(fileOf(0, 1, 1, form))).data).toEqual(inverted)
    const palette = Uint8Array.from({ length: 768 }, (_, at) => (at * 37) & 255)
    const indexed = fileOf(2, 1, 8, { ...form, palette, resources: { 1047: [0, 7] } })
    const wanted = rgba((at) => {
      const index = valueAt(0, at, 8)
      return [...[0, 256, 512].map((from) => palette[from + index] ?? 0), index === 7 ? 0 : 255]
    })
    expect((await read(indexed)).data).toEqual(wanted)
  })
})

describe('what stands beside the merged picture', () => {
  const block = (name: string, data: ArrayLike<number> = []) =>
    concatBytes(ascii('8BIM'), ascii(name), uint32(data.length), data)
  /** No list of layers, no mask of all of them, then blocks. */
  const beside = (...blocks: readonly ArrayLike<number>[]) => concatBytes(uint32(0), uint32(0), ...blocks)
  const alphas = async (layers: ArrayLike<number>) => {
    const { data } = await read(fileOf(3, 4, 16, { layers }))
    return data.filter((_, at) => at % 4 === 3)
  }

  test('says whether a fourth channel is transparency', async () => {
    const transparent = Uint8ClampedArray.from(
      { length: width * height },
      (_, at) => valueAt(3, at, 16) / 257,
    )
    // Minus one layer, as Photoshop writes those of 16 bits.
    const lr16 = block('Lr16', [0xff, 0xff, 0, 0])
    for (const layers of [beside(lr16), beside(block('Patt', [1, 2, 3]), [0], block('Mt16'))])
      expect(await alphas(layers)).toEqual(transparent)
    for (const layers of [[], beside(), beside(block('Lr16', [0, 1, 0, 0]))])
      expect(new Set(await alphas(layers))).toEqual(new Set([255]))
  })

  test('says that there is none', async () => {
    const version = (hasMerged: 0 | 1) => ({ 1057: [0, 0, 0, 1, hasMerged, 0, 0, 0, 0] })
    const layers = concatBytes(uint32(2), [0, 1], uint32(0))
    const saved = (hasMerged: 0 | 1, form: Form = { layers }) =>
      read(fileOf(3, 3, 8, { resources: version(hasMerged), ...form }))
    await expect(saved(0)).rejects.toMatchObject({
      reason: 'merged_picture_missing',
      details: { image_file: [expect.stringContaining('Maximize compatibility')] },
    })
    expect(await saved(1)).toMatchObject({ width, height })
    // Without layers it is all that there is.
    expect(await saved(0, {})).toMatchObject({ width, height })
  })

  test('is not unpacked: a pattern of 22,000 x 22,000', async () => {
    const pattern = concatBytes(uint32(1), uint32(3), uint32(0), uint32(22_000), uint32(22_000), uint32(24))
    const bytes = plainPsd(3, [Uint8Array.of(1, 2, 3)], {
      width: 1,
      height: 1,
      bits: 8,
      layers: beside(block('Patt', concatBytes(uint32(40), pattern))),
    })
    new DataView(bytes.buffer).setUint16(12, 3)
    expect((await read(bytes)).data).toEqual(Uint8ClampedArray.of(1, 2, 3, 255))
  })
})

test('a picture that its file does not hold is refused', async () => {
  const whole = fileOf(3, 3, 8, { packing: 1 })
  const wide = Uint8Array.from(whole)
  // Rows of 2 bytes would be 30,000 pixels wide.
  new DataView(wide.buffer).setUint32(18, 30_000)
  const short = Uint8Array.from(whole)
  // The first run is one of nothing.
  const firstRow = 42 + 3 * height * 2
  short[firstRow - 2] = 128
  for (const bytes of [whole.subarray(0, -1), fileOf(3, 3, 16).subarray(0, -1), wide, short])
    await expect(read(bytes)).rejects.toThrow()
  await expect(read(fileOf(3, 3, 8, { packing: 2 }))).rejects.toThrow('method 2')
})

const samples = new URL('../../../../../../shared/samples/reported/', import.meta.url)
test.skipIf(!existsSync(samples))('reported files are read or named (needs the samples)', async () => {
  const open = (name: string) => read(readFileSync(new URL(`${name}.psd`, samples)))
  const pixel = ({ width, data }: Awaited<ReturnType<typeof open>>, x: number, y: number) => [
    ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
  ]
  const packedDeep = await open('a16')
  expect(pixel(packedDeep, 200, 150)).toEqual([192, 48, 48, 255])
  expect(pixel(packedDeep, 0, 0)).toEqual([32, 64, 192, 255])
  const layered = await open('ps16-lr16-mt16')
  expect([pixel(layered, 0, 0)[3], pixel(layered, 100, 75)[3]]).toEqual([0, 255])
  await expect(open('ps8-no-merged')).rejects.toMatchObject({ reason: 'merged_picture_missing' })
})
