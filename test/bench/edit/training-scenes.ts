import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Size } from '#base/geometry.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import { subjectBox } from '#engine/subject-box.ts'
import { toTensor } from '#engine/tensor.ts'
import type { Networks } from '#matting/networks.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { openKeptNetworks } from '../quality/kept-networks.ts'
import { type EditCase, toEditCase, toLabels } from './edit-cases.ts'
import { iouOf } from './simulate-clicks.ts'

/** A photo with what people might want of it, and what the network sees in it. */
export type TrainingScene = {
  readonly cases: readonly EditCase[]
  readonly features: FeatureMaps
  /** Whether the errors are the network's own, and nothing was pasted. */
  readonly isNatural: boolean
}

type Photo = { readonly photo: Raster; readonly matte: AlphaMaskF32 }

/** A photo and the alpha that was chosen to be true for it. */
type Wish = { readonly picture: Raster; readonly truth: AlphaMaskF32 }

/** Sides of the passes whose mattes are to be mended: small ones, since they err more. */
const passSides = [256, 192]
/** The side at which a photo with a pasted subject is looked at, as features of photos are made. */
const pastedSide = 448
/** IoU of a matte that errs, but not all over. */
const poorIou = { least: 0.1, most: 0.9 } as const
const call = { signal: new AbortController().signal, onProgress: () => {} }

/**
 * Scenes for choosing how regions are ranked, from a folder with `photos/NAME.jpg` and `mattes/NAME.png`, whose mattes
 * count as true. Where a small pass errs on a photo, that is the scene: such errors are like those that people mend.
 * Into the other photos the subject of another one is pasted, and the truth is both subjects, the first or the second
 * alone: wrong persons, dropped and added objects. Features are of the pass that made the matte, so that they are as
 * wrong as the matte is; from features of a better pass the networks would learn to trust them.
 */
export async function* trainingScenes(folder: string, count: number): AsyncGenerator<TrainingScene> {
  const { networks, nextPhoto } = openKeptNetworks(1)
  const names = readdirSync(join(folder, 'mattes'))
    .filter((file) => file.endsWith('.png'))
    .map((file) => file.slice(0, -4))
    .sort()
  const random = seededRandom(1)
  const step = names.length / count
  for (let i = 0; i < count; i++) {
    const [name = '', other = ''] = [i, (i * 7 + 3) % count].map((at) => names[Math.floor(at * step)])
    const place = { share: 0.35 + 0.55 * random(), x: random(), y: random() }
    const one = await readPhoto(folder, name)
    if (!isUsable(one)) continue
    nextPhoto(`training ${name}`)
    const poor = await poorScene(networks, one)
    if (poor) yield poor
    if (poor) continue
    const two = await readPhoto(folder, other)
    if (!isUsable(two)) continue
    nextPhoto(`training ${name} ${other}`)
    const wishes = pasted(one, two, place)
    yield await toScene(networks, wishes, await matteOf(networks, wishes, pastedSide), false)
  }
  await networks.dispose()
}

/** The photo as it is, with the matte of the largest pass that errs on it; null where none does. */
async function poorScene(networks: Networks, { photo, matte: truth }: Photo): Promise<TrainingScene | null> {
  const wishes = [{ picture: photo, truth }]
  for (const side of passSides) {
    const matte = await matteOf(networks, wishes, side)
    const iou = iouOf(toLabels(matte, truth), toLabels(truth, truth))
    if (iou >= poorIou.least && iou <= poorIou.most) return toScene(networks, wishes, matte, true)
  }
  return null
}

/** A matte that is sure of itself and neither tiny nor the whole photo. */
function isUsable({ matte }: Photo): boolean {
  const meanOf = (of: (alpha: number) => number) =>
    matte.data.reduce((sum, alpha) => sum + of(alpha), 0) / matte.data.length
  const area = meanOf((alpha) => alpha)
  const undecided = meanOf((alpha) => 1 - Math.abs(2 * alpha - 1))
  return area > 0.02 && area < 0.7 && undecided < 0.06
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

const pictureOf = (wishes: readonly Wish[]): Raster => {
  const photo = wishes[0]?.picture
  if (!photo) throw new Error('a scene needs a picture')
  return photo
}

const matteOf = (networks: Networks, wishes: readonly Wish[], side: number): Promise<AlphaMaskF32> =>
  networks.run(networkOf(networks), ...inputOf(wishes, side), call)

const networkOf = ({ passes }: Networks): string => passes.wasm.balanced.video.network

function inputOf(wishes: readonly Wish[], side: number): [Float32Array, Size] {
  const size = { width: side, height: side }
  return [toTensor(pictureOf(wishes), size), size]
}

/** The scenes of one picture; they share its matte and its features, which are of a pass of the same size. */
async function toScene(
  networks: Networks,
  wishes: readonly Wish[],
  matte: AlphaMaskF32,
  isNatural: boolean,
): Promise<TrainingScene> {
  const photo = pictureOf(wishes)
  const features = await networks.runFeatures(networkOf(networks), ...inputOf(wishes, matte.width), call)
  const cases = wishes.map(({ truth }) =>
    toEditCase({ name: '', kind: '', photo, truth, unknown: new Uint8Array(truth.data.length) }, matte),
  )
  return { cases, features, isNatural }
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
