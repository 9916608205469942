import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodeImage } from '#codecs/image/image-writers.ts'

const decode = async (blob: Blob) => {
  const image = sharp(Buffer.from(await blob.arrayBuffer()))
  const metadata = await image.metadata()
  return { metadata, ...(await image.raw().toBuffer({ resolveWithObject: true })) }
}

/** Photo-like: smooth, with a little noise; the alpha falls from the left to the right and ends at 0. */
const paintPhoto = (width: number, height: number) => {
  const data = new Uint8ClampedArray(width * height * 4)
  let seed = 1
  for (let i = 0; i < width * height; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    const [x, y] = [i % width, Math.floor(i / width)]
    const noise = (seed >>> 28) - 8
    data.set(
      [120 + 90 * Math.sin(x / 50) + noise, 100 + y / 9 + noise, 60 + x / 9, 300 - (600 * x) / width],
      i * 4,
    )
  }
  return { width, height, data }
}

const hideTransparent = (data: Uint8ClampedArray) => data.map((value, i) => (data[i | 3] === 0 ? 0 : value))

test('a PNG keeps straight colour exactly under the lowest alpha', async () => {
  const raster = paintPhoto(700, 500)
  const { data, info, metadata } = await decode(
    await encodeImage({ kind: 'colour', raster, opaque: false }, 'png'),
  )
  expect(info).toMatchObject({ width: 700, height: 500, channels: 4 })
  expect(metadata).toMatchObject({ depth: 'uchar', space: 'srgb', hasAlpha: true })
  expect(Buffer.compare(data, Buffer.from(hideTransparent(raster.data)))).toBe(0)
})

test('an opaque picture becomes a PNG of three channels', async () => {
  const raster = paintPhoto(700, 500)
  const { data, info } = await decode(await encodeImage({ kind: 'colour', raster, opaque: true }, 'png'))
  expect(info).toMatchObject({ width: 700, height: 500, channels: 3 })
  expect(Buffer.compare(data, Buffer.from(raster.data.filter((_, i) => i % 4 !== 3)))).toBe(0)
})

test('a matte becomes a true 8-bit greyscale PNG (D-12)', async () => {
  const alpha = {
    width: 300,
    height: 200,
    data: Uint8ClampedArray.from({ length: 60_000 }, (_, i) => (i * i) >>> 5),
  }
  const blob = await encodeImage({ kind: 'grey', alpha }, 'png')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  expect({ depth: bytes[24], colourType: bytes[25] }).toEqual({ depth: 8, colourType: 0 })
  const grey = await sharp(bytes).extractChannel(0).raw().toBuffer({ resolveWithObject: true })
  expect(Buffer.compare(grey.data, Buffer.from(alpha.data))).toBe(0)
})

test('a PNG is one valid zlib stream without metadata (D-19)', async () => {
  const blob = await encodeImage({ kind: 'colour', raster: paintPhoto(700, 500), opaque: false }, 'png')
  const view = new DataView(await blob.arrayBuffer())
  const types: string[] = []
  const pixels: Uint8Array[] = []
  for (let at = 8; at < view.byteLength; at += 12 + view.getUint32(at)) {
    types.push(String.fromCharCode(...new Uint8Array(view.buffer, at + 4, 4)))
    if (types.at(-1) === 'IDAT') pixels.push(new Uint8Array(view.buffer, at + 8, view.getUint32(at)))
  }
  expect(new Set(types)).toEqual(new Set(['IHDR', 'sRGB', 'IDAT', 'IEND']))
  expect(inflateSync(Buffer.concat(pixels))).toHaveLength(500 * (1 + 700 * 4))
})

const pictures = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    opaque: fc.boolean(),
    colours: fc.array(fc.integer({ min: 0, max: 0xffffffff }), { minLength: 1, maxLength: 6 }),
    order: fc.array(fc.nat(5), { minLength: 1, maxLength: 200 }),
  })
  .map(({ width, height, opaque, colours, order }) => {
    const words = Uint32Array.from({ length: width * height }, (_, i) => {
      const colour = colours[(order[i % order.length] ?? 0) % colours.length] ?? 0
      return opaque ? colour | 0xff000000 : colour
    })
    return { opaque, raster: { width, height, data: new Uint8ClampedArray(words.buffer) } }
  })

test('any picture survives encoding to PNG, however repetitive it is', async () => {
  await fc.assert(
    fc.asyncProperty(pictures, async ({ opaque, raster }) => {
      const blob = await encodeImage({ kind: 'colour', raster, opaque }, 'png')
      const back = await sharp(Buffer.from(await blob.arrayBuffer()))
        .ensureAlpha()
        .raw()
        .toBuffer()
      expect(Buffer.compare(back, Buffer.from(hideTransparent(raster.data)))).toBe(0)
    }),
    { numRuns: 200 },
  )
})

test('encoding stops when its signal is aborted', async () => {
  const picture = { kind: 'colour', raster: paintPhoto(20, 20), opaque: true } as const
  await expect(encodeImage(picture, 'png', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
})
