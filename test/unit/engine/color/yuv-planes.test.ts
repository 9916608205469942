import { expect, test } from 'vitest'
import { fromYuvDeeply, fromYuvPlanes } from '#engine/color/yuv-planes.ts'
import { fromYuv420, lumaWeights } from '#engine/color/yuv420.ts'

const limited709 = { weights: lumaWeights.bt709, fullRange: false }
const none = { across: 0, down: 0 } as const
const both = { across: 1, down: 1 } as const

const single = (bits: 8 | 10 | 12, y: number, u: number, v: number) => {
  const plane = (value: number) => ({ data: Uint16Array.of(9, value), offset: 1, stride: 1 })
  return { width: 1, height: 1, luma: plane(y), blue: plane(u), red: plane(v), bits, halved: none }
}

test.each([
  ['white of 10 bits', single(10, 940, 512, 512), limited709, [65_535, 65_535, 65_535]],
  ['black of 12 bits', single(12, 256, 2048, 2048), limited709, [0, 0, 0]],
  ['grey of 10 bits', single(10, 502, 512, 512), limited709, [32_768, 32_768, 32_768]],
  ['full range', single(10, 1023, 512, 512), { ...limited709, fullRange: true }, [65_535, 65_535, 65_535]],
  ['the blue of BT.709', single(10, 127, 960, 471), limited709, [0, 8, 65_509]],
] as const)('%s', (_, planes, coding, wanted) => {
  const { data } = fromYuvDeeply(planes, coding)
  for (const [channel, value] of wanted.entries())
    expect(Math.abs((data[channel] ?? -1) - value)).toBeLessThanOrEqual(40)
})

test('values of 10 bits are a quarter of a step apart', () => {
  const greens = [500, 501, 502].map((y) => fromYuvDeeply(single(10, y, 512, 512), limited709).data[1] ?? 0)
  for (const [index, green] of greens.slice(1).entries())
    expect(green - (greens[index] ?? 0)).toBeCloseTo(65_535 / 876, -1)
})

test('8 bits in planes of half the size become what 4:2:0 becomes', () => {
  const [width, height, half] = [5, 3, { width: 3, height: 2 }]
  const data = Uint8Array.from({ length: 15 + 12 }, (_, at) => (at * 37 + 20) % 256)
  const luma = { data, offset: 0, stride: 5 }
  const [blue, red] = [15, 21].map((offset) => ({ data, offset, stride: 3 }))
  if (!blue || !red) throw new Error('no chroma')
  const planes = { width, height, luma, blue, red, bits: 8, halved: both }
  const step = 1
  const usual = fromYuv420(
    {
      luma: { width, height, ...luma, step },
      blue: { ...half, ...blue, step },
      red: { ...half, ...red, step },
    },
    limited709,
  )
  const found = fromYuvPlanes(planes, limited709)
  expect([found.width, found.height]).toEqual([width, height])
  expect([...found.data]).toEqual([...usual.data])
})
