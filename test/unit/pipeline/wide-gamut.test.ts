import { deflateSync } from 'node:zlib'
import Psd from '@webtoon/psd'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodeImage } from '#codecs/image/image-writers.ts'
import { type Composition, noComposition } from '#contract/composition.ts'
import { noEdits } from '#contract/image-edits.ts'
import { type ImageForm, parseImageOptions } from '#contract/image-options.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'
import { displayP3ToSrgb, srgbToDisplayP3 } from '#engine/display-p3.ts'
import type { ImageRequest } from '#pipeline/image-requests.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { fakeMatter } from '#support/fake-matter.ts'
import { pngChunk } from '#support/image-files.ts'
import { nodeCodecs } from '#support/node-codecs.ts'
import { storedPixels } from '#support/stored-pixels.ts'

const [width, height] = [300, 200]
const red = [255, 0, 0, 255]
const ground = [90, 150, 80, 255]

/** A disc on a green ground, in numbers of Display P3, which the fake matter finds. */
const paint = (disc: readonly number[]) => {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    const share = Math.min(1, Math.max(0, 60 - Math.hypot((i % width) - 150, Math.floor(i / width) - 100)))
    const mixed = disc.map((value, channel) => value * share + (ground[channel] ?? 0) * (1 - share))
    data.set(mixed, i * 4)
  }
  return data
}
const fileOf = (data: Uint8ClampedArray, colorSpace: 'srgb' | 'display-p3') =>
  encodeImage({ kind: 'colour', raster: { width, height, data }, opaque: true }, 'png', { colorSpace })
const wideFile = (disc = red) => fileOf(paint(disc), 'display-p3')

/** The same photo as sRGB shows it. */
const narrowFile = () => {
  const data = paint(red)
  displayP3ToSrgb(data)
  return fileOf(data, 'srgb')
}

const signal = new AbortController().signal
const call = { signal, onProgress: () => {} }

const make = async (image: Blob, request: Partial<ImageRequest> = {}, form: ImageForm = {}) => {
  const pipeline = openImagePipeline({ ...nodeCodecs, matter: fakeMatter })
  const options = parseImageOptions(form)
  const answer = await pipeline.removeImage(
    { id: 'req_1', image, options, keepsGamut: true, ...request },
    call,
  )
  return { answer, ...(await read(answer.image)) }
}

const read = async (image: Blob) => {
  const bytes = Buffer.from(await image.arrayBuffer())
  const { icc } = await sharp(bytes).metadata()
  const { data } = await storedPixels(bytes)
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
  const alpha = data.filter((_, index) => index % 4 === 3)
  return { bytes, isWide: icc?.equals(Buffer.from(colorProfiles['display-p3'])) ?? false, at, alpha }
}

const composed = (composition: Partial<Composition>) => ({
  parts: { composition: { ...noComposition, ...composition } },
})

describe('a photo whose subject is redder than sRGB', () => {
  test('keeps its colours in Display P3, with the matte of sRGB', async () => {
    const wide = await make(await wideFile())
    expect([wide.isWide, wide.answer.placement?.colors]).toEqual([true, 'displayP3'])
    expect(wide.at(150, 100)).toEqual(red)
    const asked = await make(await wideFile(), { file: { format: 'png', inSrgb: true } })
    expect(asked.isWide).toBe(false)
    const narrow = await make(await wideFile(), { keepsGamut: false })
    expect([narrow.isWide, narrow.answer.placement?.colors]).toEqual([false, undefined])
    expect(narrow.at(150, 100)).toEqual([255, 0, 0, 255])
    expect(wide.alpha).toEqual(narrow.alpha)
    expect(wide.answer.facts.confidence).toBe(narrow.answer.facts.confidence)
  })

  test('is as red along its edge', async () => {
    const [wide, narrow] = [await make(await wideFile()), await make(await wideFile(), { keepsGamut: false })]
    const mixed = [...wide.alpha.keys()].filter(
      (index) => (wide.alpha[index] ?? 0) > 60 && wide.alpha[index] !== 255,
    )
    expect(mixed.length).toBeGreaterThan(20)
    const meanOf = ({ at }: typeof wide, convert: (data: Uint8ClampedArray) => void) => {
      const colors = Uint8ClampedArray.from(
        mixed.flatMap((index) => at(index % width, Math.floor(index / width))),
      )
      convert(colors)
      return [0, 1].map(
        (channel) =>
          colors.reduce((sum, value, at) => sum + (at % 4 === channel ? value : 0), 0) / mixed.length,
      )
    }
    const [red = 0, green = 0] = meanOf(wide, () => {})
    const [clippedRed = 0, clippedGreen = 0] = meanOf(narrow, srgbToDisplayP3)
    expect([red - clippedRed > 10, clippedGreen - green > 15]).toEqual([true, true])
  })

  test('stands on colours of sRGB in numbers of Display P3', async () => {
    // CSS Color 4: red is color(display-p3 0.9175 0.2003 0.1386).
    const plain = await make(await wideFile(), {}, { bg_color: '#ff0000' })
    expect(plain.at(5, 5)).toEqual([234, 51, 35, 255])
    const background = {
      kind: 'gradient',
      shape: 'linear',
      angle: 90,
      stops: [
        { color: '#ff0000', at: 0 },
        { color: '#ff0000', at: 1 },
      ],
    } as const
    const outline = { width: 0.03, color: '#0000ff' }
    const scene = await make(await wideFile(), composed({ background, outline }))
    expect(scene.at(5, 5)).toEqual([234, 51, 35, 255])
    expect(scene.at(150, 37)).toEqual([0, 0, 245, 255])
    expect(scene.at(150, 100)).toEqual(red)
  })

  test('stands before itself as it was', async () => {
    const background = { kind: 'original', blur: 0, saturation: 1 } as const
    const { at, isWide } = await make(await wideFile(), composed({ background }))
    expect([isWide, at(150, 100), at(5, 5)]).toEqual([true, red, ground])
  })

  test('stands before a picture of sRGB', async () => {
    const picture = await narrowFile()
    const background = { kind: 'picture', fit: 'cover' } as const
    const composition = { ...noComposition, background }
    const { at } = await make(await wideFile(), { parts: { composition, picture } })
    for (const [index, value] of at(5, 5).entries())
      expect(Math.abs(value - (ground[index] ?? 0))).toBeLessThan(2)
  })

  test('stands before a picture of Display P3 as that was', async () => {
    const composition = { ...noComposition, background: { kind: 'picture', fit: 'cover' } as const }
    const green = [0, 255, 0, 255]
    const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => green[at % 4] ?? 0)
    const parts = { composition, picture: await fileOf(data, 'display-p3') }
    const { at } = await make(await wideFile(), { parts })
    expect([at(5, 5), at(150, 100)]).toEqual([green, red])
    // A subject within sRGB brings it there.
    const narrow = await make(await narrowFile(), { parts })
    expect([narrow.isWide, narrow.at(5, 5)]).toEqual([false, green])
  })

  test('keeps them in the layers of a Photoshop file', async () => {
    const layers = {
      background: 'Background',
      shadow: 'Shadow',
      contactShadow: 'Own shadow',
      outline: 'Outline',
      subject: 'Subject',
      original: 'Original',
    }
    const pipeline = openImagePipeline({ ...nodeCodecs, matter: fakeMatter })
    const request = { id: 'req_1', image: await wideFile(), options: parseImageOptions({}), layers }
    const { image } = await pipeline.removeImage({ ...request, keepsGamut: true }, call)
    const bytes = Buffer.from(await image.arrayBuffer())
    expect(bytes.includes(Buffer.from(colorProfiles['display-p3']))).toBe(true)
    for (const layer of Psd.parse(bytes.buffer.slice(bytes.byteOffset)).layers) {
      const pixels = await layer.composite(false, false)
      const middle = (100 - layer.top) * layer.width + 150 - layer.left
      expect([...pixels.subarray(middle * 4, middle * 4 + 3)]).toEqual(red.slice(0, 3))
    }
  })

  test('keeps them when it is edited', async () => {
    const pipeline = openImagePipeline({ ...nodeCodecs, matter: fakeMatter })
    const request = { id: 'req_1', image: await wideFile(), options: parseImageOptions({}), keepsGamut: true }
    const edits = { ...noEdits, edgeShift: 3 }
    const wide = await read((await pipeline.editImage({ ...request, edits }, call)).image)
    const narrow = await read(
      (await pipeline.editImage({ ...request, edits, keepsGamut: false }, call)).image,
    )
    expect([wide.isWide, narrow.isWide]).toEqual([true, false])
    expect(wide.alpha).toEqual(narrow.alpha)
    expect(wide.at(150, 100)).toEqual(red)
  })
})

test('a photo in Display P3 without such colours stays in sRGB', async () => {
  const { isWide, answer } = await make(await wideFile([180, 90, 70, 255]))
  expect([isWide, answer.placement?.colors]).toEqual([false, undefined])
})

test('a photo with a profile of tables says it is made sRGB', async () => {
  const profile = Buffer.from(colorProfiles.srgb)
  profile.write('A2B0', profile.indexOf('cprt', 128))
  const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('ICC\0\0'), deflateSync(profile)]))
  const file = await narrowFile()
  // Behind the head.
  const { isWide, answer } = await make(new Blob([file.slice(0, 33), chunk, file.slice(33)]))
  expect([isWide, answer.placement?.colors]).toEqual([false, 'madeSrgb'])
})

test('a mask has no colours', async () => {
  const { isWide } = await make(await wideFile(), {}, { channels: 'alpha' })
  expect(isWide).toBe(false)
})
