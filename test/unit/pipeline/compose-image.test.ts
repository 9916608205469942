import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Composition, noComposition } from '#contract/composition.ts'
import { type ImageForm, parseImageOptions } from '#contract/image-options.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { fakeMatter } from '#support/fake-matter.ts'
import { nodeCodecs } from '#support/node-codecs.ts'

const [width, height] = [300, 200]

/** A red disc of this radius on green, which the fake matter finds; with a shadow, the ground below it is darker. */
const photo = async (hasShadow: boolean) => {
  const data = Buffer.alloc(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const isDisc = Math.hypot(x - 150, y - 100) < 60
    const isShadow = hasShadow && Math.hypot((x - 150) / 50, (y - 158) / 18) < 1
    const ground = isShadow ? [18, 96, 36, 255] : [30, 160, 60, 255]
    data.set(isDisc ? [220, 20, 20, 255] : ground, i * 4)
  }
  return fileOf(
    await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  )
}
const fileOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])

const open = async (hasShadow = false) => {
  let passes = 0
  const matter: typeof fakeMatter = {
    ...fakeMatter,
    estimate: (...given) => {
      passes++
      return fakeMatter.estimate(...given)
    },
  }
  const pipeline = openImagePipeline({ ...nodeCodecs, matter })
  const image = await photo(hasShadow)
  const call = { signal: new AbortController().signal, onProgress: () => {} }
  const make = async (composition: Partial<Composition> | null, form: ImageForm = {}, picture?: Blob) => {
    const parts = composition && {
      composition: { ...noComposition, ...composition },
      ...(picture && { picture }),
    }
    const request = { id: 'req_1', image, options: parseImageOptions(form), ...(parts && { parts }) }
    const answer = await pipeline.removeImage(request, call)
    const bytes = new Uint8Array(await answer.image.arrayBuffer())
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels),
    ]
    return { bytes, info, at }
  }
  return { make, passes: () => passes }
}

const gradient = {
  kind: 'gradient',
  shape: 'linear',
  angle: 90,
  stops: [
    { color: '#000000', at: 0 },
    { color: '#0000ff', at: 1 },
  ],
} as const
const shadow = { angle: 180, distance: 0.2, softness: 0, opacity: 0.5, color: '#000000' } as const

test('without a composition the file is the same, byte for byte', async () => {
  const { make } = await open()
  const before = await make(null)
  expect((await make({})).bytes).toEqual(before.bytes)
  const mask = await make(null, { channels: 'alpha' })
  expect((await make({ background: gradient, shadow }, { channels: 'alpha' })).bytes).toEqual(mask.bytes)
})

test('backgrounds of every kind need one pass of the network', async () => {
  const { make, passes } = await open()
  const before = await make(null)
  const over = await make({ background: gradient })
  expect(over.info.channels).toBe(3)
  expect(over.at(150, 100)).toEqual(before.at(150, 100).slice(0, 3))
  expect(over.at(0, 5)[2]).toBeLessThan(3)
  expect(over.at(299, 5)[2]).toBeGreaterThan(252)

  const blurred = await make({ background: { kind: 'original', blur: 0.03, saturation: 1 } })
  for (const [x, y] of [
    [5, 5],
    [150, 33],
    [86, 100],
  ] as const)
    expect(blurred.at(x, y)).toEqual([30, 160, 60])
  const grey = await make({ background: { kind: 'original', blur: 0, saturation: 0 } })
  expect(new Set(grey.at(5, 5)).size).toBe(1)
  expect(grey.at(150, 100)).toEqual(before.at(150, 100).slice(0, 3))

  const blue = await sharp({ create: { width: 20, height: 90, channels: 3, background: '#1030f0' } })
    .png()
    .toBuffer()
  const behind = (fit: 'cover' | 'contain') =>
    make({ background: { kind: 'picture', fit } }, {}, fileOf(blue))
  expect((await behind('cover')).at(3, 3)).toEqual([16, 48, 240])
  const contained = await behind('contain')
  expect(contained.at(3, 3)).toEqual([0, 0, 0, 0])
  expect(contained.at(150, 3)).toEqual([16, 48, 240, 255])
  expect((await make({ background: { kind: 'picture', fit: 'cover' } })).bytes).toEqual(before.bytes)
  expect(passes()).toBe(1)
})

test('shadow and outline surround the subject in proportion to the result', async () => {
  const { make } = await open()
  for (const scale of [1, 2]) {
    const made = await make(
      { shadow, outline: { width: 0.05, color: '#ffff00' } },
      { width: `${width * scale}`, fit: 'contain' },
    )
    const at = (x: number, y: number) => made.at(x * scale, y * scale)
    // The radius is 60, the outline 10, the shadow 40 further down.
    expect(at(150, 35)).toEqual([255, 255, 0, 255])
    expect(at(150, 26)).toEqual([0, 0, 0, 0])
    const [r, g, b, alpha = 0] = at(150, 190)
    expect([r, g, b]).toEqual([0, 0, 0])
    expect(Math.abs(alpha - 128)).toBeLessThan(2)
    expect(at(150, 150).slice(3)).toEqual([255])
  }
})

test('a JPEG with a shadow is on white or the named colour', async () => {
  const { make } = await open()
  const near = (color: number[], wanted: number[]) =>
    expect(Math.max(...color.map((value, i) => Math.abs(value - (wanted[i] ?? 0))))).toBeLessThan(12)
  const white = await make({ shadow }, { format: 'jpg' })
  near(white.at(5, 5), [255, 255, 255])
  near(white.at(150, 190), [127, 127, 127])
  near((await make({ shadow }, { format: 'jpg', bg_color: '#4080c0' })).at(5, 5), [64, 128, 192])
})

test('the subject fills 85 % of a marketplace canvas', async () => {
  const { make, passes } = await open()
  const canvas = { ratio: '1:1', fill: 0.85 } as const
  for (const form of [{ bg_color: '#ffffff' }, { width: '500', height: '500', bg_color: '#ffffff' }]) {
    const { info, at } = await make({ canvas }, form)
    expect(info.width).toBe(info.height)
    const rows = Array.from({ length: info.width }, (_, i) => i)
    const inside = (color: number[]) => (color[0] ?? 0) > 150 && (color[1] ?? 0) < 150
    const across = rows.filter((x) => inside(at(x, Math.floor(info.height / 2))))
    const fill = across.length / info.width
    expect(Math.abs(fill - 0.85)).toBeLessThan(0.02)
    expect(Math.abs((across[0] ?? 0) + (across.at(-1) ?? 0) + 1 - info.width)).toBeLessThanOrEqual(
      info.width / 25,
    )
    expect(at(1, 1).slice(0, 3)).toEqual([255, 255, 255])
  }
  expect(passes()).toBe(1)
})

test('a placed subject takes its shadow along, and leaves no hole', async () => {
  const { make } = await open()
  const placement = { x: 0.4, y: 0, scale: 0.5, rotation: 0, flip: false }
  const moved = await make({ placement, outline: { width: 0.05, color: '#ffff00' } })
  // The disc of radius 60 at 150 has a radius of 30 at 230, with an outline of 10.
  expect(moved.at(150, 100)).toEqual([0, 0, 0, 0])
  expect(moved.at(230, 100).slice(0, 1)).toEqual([220])
  expect(moved.at(230, 100 - 35)).toEqual([255, 255, 0, 255])
  expect(moved.at(230, 100 - 44)).toEqual([0, 0, 0, 0])
  const grounded = await make({ placement, background: { kind: 'original', blur: 0.02, saturation: 1 } })
  expect(grounded.at(130, 100)).toEqual([30, 160, 60])
})

test('the photo’s own shadow lies under the subject and never darkens it', async () => {
  const { make, passes } = await open(true)
  const [before, after, half] = [
    await make(null),
    await make({ contactShadow: { opacity: 1 } }),
    await make({ contactShadow: { opacity: 0.5 }, background: gradient }),
  ]
  expect(before.at(150, 168)[3]).toBe(0)
  expect(after.at(150, 168).slice(0, 3)).toEqual([0, 0, 0])
  expect(after.at(150, 168)[3]).toBeGreaterThan(0.3 * 255)
  expect(after.at(150, 168)[3]).toBeLessThan(0.45 * 255)
  expect(after.at(20, 30)).toEqual([0, 0, 0, 0])
  const over = await make({ background: gradient })
  const share = (half.at(150, 168)[2] ?? 0) / (over.at(150, 168)[2] ?? 1)
  expect(share).toBeGreaterThan(0.77)
  expect(share).toBeLessThan(0.87)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (before.at(x, y)[3] === 255) expect(after.at(x, y)).toEqual(before.at(x, y))
  expect(passes()).toBe(1)
})

test('a background that does not decode is blamed itself, not the photo', async () => {
  const { make } = await open()
  const background = { kind: 'picture', fit: 'cover' } as const
  for (const picture of [new Blob(['GIF89a']), new Blob(['no picture'])])
    await expect(make({ background }, {}, picture)).rejects.toMatchObject({
      code: 'validation_error',
      reason: 'background_unusable',
      details: { background: [expect.stringContaining('behind the subject')] },
    })
})
