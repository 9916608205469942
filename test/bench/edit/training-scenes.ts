import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { matteUncertainty } from '#engine/matte-confidence.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import { subjectBox } from '#engine/subject-box.ts'
import { toTensor } from '#engine/tensor.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import type { Networks } from '#matting/networks.ts'
import { openKeptNetworks } from '../quality/kept-networks.ts'
import { type EditCase, toEditCase } from './edit-cases.ts'
import { repeatableRandom } from './simulate-clicks.ts'

/** A photo with what people might want of it, and what the network sees in it. */
export type TrainingScene = { readonly cases: readonly EditCase[]; readonly features: FeatureMaps }

type Photo = { readonly photo: Raster; readonly matte: AlphaMaskF32 }

/** A photo and the alpha that was chosen to be true for it. */
type Wish = { readonly picture: Raster; readonly truth: AlphaMaskF32 }

/** The side of the pass whose matte is to be mended: a small one, since it errs more. */
const passSide = 320
const call = { signal: new AbortController().signal, onProgress: () => {} }

/**
 * Scenes for choosing how regions are ranked, from a folder with `photos/NAME.jpg` and `mattes/NAME.png`, whose mattes
 * count as true. Half of them are the photos as they are. Into the others the subject of another photo is pasted, and
 * the truth is both subjects, the first or the second alone: wrong persons, dropped and added objects.
 */
export async function* trainingScenes(folder: string, count: number): AsyncGenerator<TrainingScene> {
  const { networks, nextPhoto } = openKeptNetworks(1)
  const names = readdirSync(join(folder, 'mattes'))
    .filter((file) => file.endsWith('.png'))
    .map((file) => file.slice(0, -4))
    .sort()
  const random = repeatableRandom(1)
  const step = names.length / count
  for (let i = 0; i < count; i++) {
    const [name = '', other = ''] = [i, (i * 7 + 3) % count].map((at) => names[Math.floor(at * step)])
    const place = { share: 0.35 + 0.45 * random(), x: random(), y: random() }
    const one = await readPhoto(folder, name)
    if (!isUsable(one)) continue
    if (i % 2 === 0) {
      nextPhoto(`training ${name}`)
      yield await toScene(networks, [{ picture: one.photo, truth: one.matte }])
      continue
    }
    const two = await readPhoto(folder, other)
    if (!isUsable(two)) continue
    nextPhoto(`training ${name} ${other}`)
    yield await toScene(networks, pasted(one, two, place))
  }
  await networks.dispose()
}

/** A matte that is sure of itself and neither tiny nor the whole photo. */
function isUsable({ matte }: Photo): boolean {
  const area = matte.data.reduce((sum, alpha) => sum + alpha, 0) / matte.data.length
  return area > 0.02 && area < 0.7 && matteUncertainty(matte) < 0.06
}

async function readPhoto(folder: string, name: string): Promise<Photo> {
  const { data, info } = await sharp(join(folder, 'photos', `${name}.jpg`))
    .rotate()
    .resize(640, 640, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size = { width: info.width, height: info.height }
  const grey = await sharp(join(folder, 'mattes', `${name}.png`))
    .extractChannel(0)
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return {
    photo: { ...size, data: new Uint8ClampedArray(data) },
    matte: { ...size, data: Float32Array.from(grey, (value) => value / 255) },
  }
}

/** The scenes of one picture; they share its matte and its features. */
async function toScene(networks: Networks, wishes: readonly Wish[]): Promise<TrainingScene> {
  const photo = wishes[0]?.picture
  if (!photo) throw new Error('a scene needs a picture')
  const size = { width: passSide, height: passSide }
  const { network } = networks.passes.wasm.fast.image
  const matte = await networks.run(network, toTensor(photo, size), size, call)
  const features = await openImageMatter(networks).estimateFeatures(photo, 'fast', call)
  const cases = wishes.map(({ truth }) =>
    toEditCase({ name: '', kind: '', photo, truth, unknown: new Uint8Array(truth.data.length) }, matte),
  )
  return { cases, features }
}

/** The subject of `two` on `one`, `share` as high as the photo, and three mattes that someone might want. */
function pasted(
  one: Photo,
  two: Photo,
  { share, x, y }: { readonly share: number; readonly x: number; readonly y: number },
): Wish[] {
  const { width, height } = one.photo
  const bytes = { ...two.matte, data: Uint8ClampedArray.from(two.matte.data, (alpha) => alpha * 255) }
  const box = subjectBox(bytes)
  if (!box) return [{ picture: one.photo, truth: one.matte }]
  const scale = Math.min((share * height) / box.height, (0.9 * width) / box.width)
  const size = {
    width: Math.max(1, Math.round(box.width * scale)),
    height: Math.max(1, Math.round(box.height * scale)),
  }
  const colors = resizeRaster(two.photo, size, box).data
  const alphas = resizePlane(two.matte, size, box).data
  const left = Math.floor(x * (width - size.width))
  const top = Math.floor(y * (height - size.height))
  const data = one.photo.data.slice()
  const pastedAlpha = new Float32Array(width * height)
  for (let v = 0, from = 0; v < size.height; v++) {
    for (let u = 0; u < size.width; u++, from++) {
      const to = (v + top) * width + u + left
      const alpha = alphas[from] ?? 0
      pastedAlpha[to] = alpha
      for (let c = 0; c < 3; c++) {
        const below = data[to * 4 + c] ?? 0
        data[to * 4 + c] = below + ((colors[from * 4 + c] ?? 0) - below) * alpha
      }
    }
  }
  const picture = { width, height, data }
  const truthOf = (mix: (own: number, pasted: number) => number): Wish => ({
    picture,
    truth: { width, height, data: one.matte.data.map((own, i) => mix(own, pastedAlpha[i] ?? 0)) },
  })
  return [
    truthOf((own, other) => Math.max(own, other)),
    truthOf((own, other) => own * (1 - other)),
    truthOf((_, other) => other),
  ]
}
