import { beforeAll, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { toBase64 } from '#base/base64.ts'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { canEncode, encodeImage } from '#codecs/image/image-writers.ts'
import { isNoComposition } from '#contract/composition.ts'
import { type PresetName, presetRecipes } from '#library/recipe/preset-recipes.ts'
import { toFileWriting, toImageOptions } from '#library/recipe/recipe.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { fakeMatter } from '#support/fake-matter.ts'
import { seededRandom } from '#support/seeded-random.ts'

/** A disc of reddish noise, the worst that a lossy format meets, on green noise. */
const paintPhoto = async (): Promise<Blob> => {
  const random = seededRandom(1)
  const picture = new ImageData(900, 700)
  for (let at = 0; at < picture.data.length; at += 4) {
    const [x, y] = [(at / 4) % picture.width, Math.floor(at / 4 / picture.width)]
    const isSubject = Math.hypot(x - 430, y - 360) < 200
    const noise = Math.floor(random() * 120)
    picture.data.set(
      isSubject ? [255 - noise, noise, 2 * noise, 255] : [noise / 4, 255 - noise, noise, 255],
      at,
    )
  }
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.putImageData(picture, 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}

const names = {
  amazon: 'Amazon',
  ebay: 'eBay',
  etsy: 'Etsy',
  googleMerchant: 'Google',
  shopify: 'Shopify',
  idPhoto: 'ID',
  sticker: 'Sticker',
  telegram: 'T',
  discord: 'D',
  greenScreen: 'Green',
  webHero: 'Hero',
  transparent: 'PNG',
}
const recipes = presetRecipes(names)
const pipeline = openImagePipeline({ decodeImage, encodeImage, canEncode, matter: fakeMatter })
let photo: Blob
beforeAll(async () => {
  photo = await paintPhoto()
})

/** The file of a preset, made by the codecs of this browser, as another program sees it. */
const fileOf = async (name: PresetName) => {
  const settings = recipes.find(({ id }) => id === `preset-${name}`)?.settings
  if (!settings) throw new Error(`no preset ${name}`)
  const { composition } = settings
  const file = toFileWriting(settings)
  const request = {
    id: 'req_1',
    image: photo,
    options: toImageOptions(settings),
    ...(!isNoComposition(composition) && { parts: { composition } }),
    ...(file && { file }),
  }
  const call = { signal: new AbortController().signal, onProgress: () => {} }
  const { image } = await pipeline.removeImage(request, call)
  return { bytes: image.size, ...(await commands.openBySharp(await toBase64(image))) }
}
const four = (color: readonly number[]) => [color, color, color, color]
const white = four([255, 255, 255, 255])

test.each([
  ['amazon', 2000, 0.85, 1],
  ['ebay', 1600, 0.8, 0.9],
  ['etsy', 2000, 0.65, 0.75],
  ['googleMerchant', 1500, 0.75, 0.9],
  ['shopify', 2048, 0.75, 0.9],
] as const)(
  '%s gets its size on exact white, and as much product as it asks',
  async (name, side, min, max) => {
    const file = await fileOf(name)
    expect(file).toMatchObject({ format: 'jpeg', width: side, height: side, corners: white, isPlain: true })
    expect(file.share).toBeGreaterThanOrEqual(min)
    expect(file.share).toBeLessThanOrEqual(max)
    expect(file.bytes).toBeLessThan(10_000_000)
  },
)

test('a photo for papers has its pixels at 300 dpi', async () => {
  const ground = four([240, 240, 240, 255])
  expect(await fileOf('idPhoto')).toMatchObject({
    format: 'jpeg',
    width: 413,
    height: 531,
    dpi: 300,
    corners: ground,
  })
})

test('a sticker of noise has a margin and less than 100 KB', async () => {
  const file = await fileOf('sticker')
  expect(file).toMatchObject({ format: 'webp', width: 512, height: 512, hasAlpha: true })
  expect(file.corners.map(([, , , alpha]) => alpha)).toEqual([0, 0, 0, 0])
  expect(file.share).toBeLessThanOrEqual((512 - 2 * 16) / 512)
  expect(file.share).toBeGreaterThan(0.9)
  expect(file.bytes).toBeLessThan(100_000)
})

test('a green screen is that green, and a cut-out has no ground', async () => {
  const [green, hero, plain] = [
    await fileOf('greenScreen'),
    await fileOf('webHero'),
    await fileOf('transparent'),
  ]
  expect(green).toMatchObject({ format: 'png', corners: four([0, 0xb1, 0x40, 255]) })
  expect(hero).toMatchObject({ format: 'webp', width: 1920, height: 1080, hasAlpha: false })
  expect(plain).toMatchObject({ format: 'png', width: 900, height: 700, hasAlpha: true })
  expect(plain.corners.map(([, , , alpha]) => alpha)).toEqual([0, 0, 0, 0])
})
