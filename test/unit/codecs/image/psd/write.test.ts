import Psd from '@webtoon/psd'
import { expect, test } from 'vitest'
import { encodePsd } from '#codecs/image/psd/write.ts'
import { alphaOf } from '#engine/compose.ts'
import type { Raster } from '#engine/raster.ts'

const width = 40
const height = 30

const paint = (at: (x: number, y: number) => readonly number[]): Raster => ({
  width,
  height,
  data: Uint8ClampedArray.from(
    Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))).flat(),
  ),
})

const merged = paint((x, y) => [x * 6, y * 8, 50, x < 20 ? 255 : 0])
const shadow = paint((x, y) => [0, 0, 0, x > 5 && x < 30 && y > 10 ? 90 : 0])
const colors = paint((x, y) => [x * 6, y * 8, 50, 255])
const mask = alphaOf(merged)

const read = async () => {
  const file = encodePsd(
    {
      merged,
      layers: [
        { name: 'Schatten', raster: shadow, blend: 'multiply', opacity: 0.5 },
        { name: 'Motiv 人', raster: colors, mask },
        { name: 'Original', raster: colors, isHidden: true },
      ],
    },
    { resolution: { x: 300, y: 300 } },
  )
  return { file, psd: Psd.parse(await file.arrayBuffer()) }
}

test('another parser finds the layers with names, blending and visibility', async () => {
  const { file, psd } = await read()
  expect(file.type).toBe('image/vnd.adobe.photoshop')
  expect([psd.width, psd.height, psd.layers.length]).toEqual([width, height, 3])
  const found = psd.layers.map(({ name, opacity, isHidden }) => [name, opacity, isHidden])
  // That parser lists them from the top or the bottom.
  expect(found.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))).toEqual([
    ['Motiv 人', 255, false],
    ['Original', 255, true],
    ['Schatten', 128, false],
  ])
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.includes('8BIMmul ')).toBe(true)
})

test('the subject keeps its colours under a mask that is not applied', async () => {
  const { psd } = await read()
  const subject = psd.layers.find(({ name }) => name.startsWith('Motiv'))
  expect([...((await subject?.composite(false, false)) ?? [])]).toEqual([...colors.data])
  // That parser gives a mask as RGBA.
  const shown = (await subject?.userMask())?.filter((_, at) => at % 4 === 0)
  expect([...(shown ?? [])]).toEqual([...mask.data])
})

test('the merged picture is the result', async () => {
  const { psd } = await read()
  const pixels = await psd.composite(false, false)
  for (let at = 0; at < pixels.length; at += 4) {
    expect(pixels[at + 3]).toBe(merged.data[at + 3])
    if (pixels[at + 3]) expect(pixels.slice(at, at + 3)).toEqual(merged.data.slice(at, at + 3))
  }
})

test('the print resolution is written', async () => {
  const { file } = await read()
  const bytes = Buffer.from(await file.arrayBuffer())
  // Image resource 1005: two numbers of 16.16 bits with their units.
  const at = bytes.indexOf(Buffer.from([...Buffer.from('8BIM'), 0x03, 0xed]))
  expect(bytes.readUInt32BE(at + 12) / 65_536).toBe(300)
})
