import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { encodeExr } from '#codecs/image/exr/write.ts'
import type { AlphaForm } from '#contract/frame-sequence.ts'
import { decodeSrgb } from '#engine/color/srgb-transfer.ts'
import type { EncoderInput } from '#engine/compose.ts'
import { deepen } from '#engine/deepen.ts'
import { hasFfmpeg, run } from '#support/ffmpeg-in-node.ts'
import { fromHalf, readExr } from '#support/read-exr.ts'

/** Every value of each channel beside many alphas; 37 lines are two whole blocks and a part of one. */
const size = { width: 61, height: 37 }
const data = new Uint8ClampedArray(size.width * size.height * 4)
for (let i = 0; i < data.length / 4; i++)
  data.set(
    [i, i * 7, i * 13, (i % 61) * 5 - 20].map((v, c) => (c === 3 ? Math.max(0, Math.min(255, v)) : v % 256)),
    i * 4,
  )
const raster = { ...size, data }

const written = async (picture: EncoderInput, alpha: AlphaForm = 'premultiplied', fps?: number) =>
  Buffer.from(
    await (await encodeExr(deepen(picture, { alpha: null, colors: null }), { alpha, fps })).arrayBuffer(),
  )

/** What a channel of the picture must be: light, black where nothing is seen. */
const light = (channel: number, alpha: AlphaForm): number[] =>
  Array.from({ length: size.width * size.height }, (_, i) => {
    const cover = (data[i * 4 + 3] ?? 0) / 255
    return decodeSrgb((data[i * 4 + channel] ?? 0) / 255) * (alpha === 'straight' ? Math.sign(cover) : cover)
  })

/** A half float is within a share of 2^-11 of a number, or within 2^-25 of one near 0. */
const expectNear = (found: readonly number[], wanted: readonly number[]) => {
  const off = found.map(
    (value, i) => Math.abs(value - (wanted[i] ?? 0)) - Math.max((wanted[i] ?? 0) * 2 ** -11, 2 ** -25),
  )
  expect(found).toHaveLength(wanted.length)
  expect(Math.max(...off)).toBeLessThanOrEqual(1e-12)
}

for (const alpha of ['premultiplied', 'straight'] as const)
  test(`a cut-out is read back as ${alpha} linear light`, async () => {
    const { halves, ...read } = readExr(await written({ kind: 'colour', raster, opaque: false }, alpha))
    expect(read).toMatchObject(size)
    expect([...halves.keys()]).toEqual(['A', 'B', 'G', 'R'])
    const values = (name: string) => Array.from(halves.get(name) ?? [], fromHalf)
    for (const [channel, name] of ['R', 'G', 'B'].entries()) expectNear(values(name), light(channel, alpha))
    // Back in 8 bits each alpha is what it was.
    expect(values('A').map((value) => Math.round(value * 255))).toEqual([
      ...data.filter((_, i) => i % 4 === 3),
    ])
  })

test('an opaque picture has no alpha, a matte one linear channel', async () => {
  const opaque = readExr(await written({ kind: 'colour', raster, opaque: true }))
  expect([...opaque.halves.keys()]).toEqual(['B', 'G', 'R'])
  expect(fromHalf(opaque.halves.get('G')?.[9] ?? 0)).toBeCloseTo(decodeSrgb(63 / 255), 4)
  const alpha = { ...size, data: data.filter((_, i) => i % 4 === 3) }
  const matte = readExr(await written({ kind: 'grey', alpha }))
  expect(Array.from(matte.halves.get('Y') ?? [], (bits) => Math.round(fromHalf(bits) * 255))).toEqual([
    ...alpha.data,
  ])
})

test('the header names primaries, rate, and straight alpha', async () => {
  const cutout: EncoderInput = { kind: 'colour', raster, opaque: false }
  const { attributes } = readExr(await written(cutout, 'straight', 24_000 / 1001))
  const rate = attributes.get('framesPerSecond')
  expect([rate?.readInt32LE(0), rate?.readInt32LE(4)]).toEqual([24_000, 1001])
  expect(attributes.get('chromaticities')?.readFloatLE(24)).toBeCloseTo(0.3127, 6)
  expect(attributes.get('comments')?.toString()).toContain('Straight')
  const plain = readExr(await written(cutout)).attributes
  expect([plain.has('comments'), plain.has('framesPerSecond')]).toEqual([false, false])
})

test('a block that deflating would enlarge stands as it is', async () => {
  const noise = {
    width: 16,
    height: 16,
    data: new Uint8ClampedArray(1024).map((_, i) => (i * 7919 + ((i * i * 31) >> 3)) % 256),
  }
  const picture: EncoderInput = { kind: 'colour', raster: noise, opaque: true }
  const small = { kind: 'grey', alpha: { width: 1, height: 1, data: Uint8ClampedArray.of(77) } } as const
  expect(readExr(await written(small)).rawBlocks).toBe(1)
  expect(fromHalf(readExr(await written(picture)).halves.get('R')?.[1] ?? 0)).toBeCloseTo(
    decodeSrgb((noise.data[4] ?? 0) / 255),
    3,
  )
})

test('alpha of 16 bits is kept as far as half floats go', async () => {
  const alphas = Uint16Array.from({ length: 64 }, (_, i) => i * 1040)
  const picture = { width: 64, height: 1, channels: 4 as const, data: new Uint16Array(256) }
  for (const [x, alpha] of alphas.entries()) picture.data.set([65_535, 32_896, 257, alpha], x * 4)
  const file = Buffer.from(await (await encodeExr(picture, { alpha: 'premultiplied' })).arrayBuffer())
  const { halves } = readExr(file)
  const shares = Array.from(alphas, (alpha) => alpha / 65_535)
  expectNear(Array.from(halves.get('A') ?? [], fromHalf), shares)
  expectNear(Array.from(halves.get('R') ?? [], fromHalf), shares)
  expectNear(
    Array.from(halves.get('G') ?? [], fromHalf),
    shares.map((share) => share * decodeSrgb(128 / 255)),
  )
})

test('an abort ends the writing', async () => {
  const signal = AbortSignal.abort()
  const writing = encodeExr(
    { ...size, channels: 4, data: new Uint16Array(data) },
    { alpha: 'straight', signal },
  )
  await expect(writing).rejects.toMatchObject({ name: 'AbortError' })
})

describe.skipIf(!hasFfmpeg)('as ffmpeg reads it (skipped without ffmpeg)', () => {
  test('ffmpeg reads the same light and alpha', async () => {
    const file = join(tmpdir(), 'clearcut-second-reader.exr')
    writeFileSync(file, await written({ kind: 'colour', raster, opaque: false }))
    const bytes = run('ffmpeg', ['-i', file, '-f', 'rawvideo', '-pix_fmt', 'gbrapf32le', '-'])
    const values = new Float32Array(Uint8Array.from(bytes).buffer)
    const plane = (index: number) => [
      ...values.subarray(index * (data.length / 4), (index + 1) * (data.length / 4)),
    ]
    expectNear(plane(0), light(1, 'premultiplied'))
    expectNear(plane(2), light(0, 'premultiplied'))
    expect(plane(3).map((value) => Math.round(value * 255))).toEqual([...data.filter((_, i) => i % 4 === 3)])
  })
})
