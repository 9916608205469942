import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import type { Box } from '#base/geometry.ts'
import { cropRaster, resizePlane } from '#engine/resample/resize.ts'
import { subjectBox } from '#engine/subject-box.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { type PairPhoto, readPhotoAndTruth } from './pairs.ts'

const packed = new URL('../../../../shared/training/choosing-pairs.tar', import.meta.url).pathname
const folder = 'node_modules/.cache/choosing-pairs'

export const choosingPhotosAreThere = existsSync(packed)

/** A photo with its true matte, or a part of it that its subject fills. */
export type CropCase = PairPhoto & {
  readonly name: string
  readonly kind: string
  readonly isCrop: boolean
}

/**
 * A photo by its place in the list of all, which are in an order of chance, so that any first part is a fair sample.
 */
type PhotoName = { readonly file: string; readonly kind: string }

/** The photos with masks that are for choosing only. */
export function listChoosingPhotos(): readonly PhotoName[] {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['xf', packed, '--strip-components=1', '-C', folder])
  }
  const random = seededRandom(48)
  return readFileSync(`${folder}/MANIFEST.tsv`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([file = '', , kind = '']) => ({ place: random(), file, kind }))
    .sort((a, b) => a.place - b.place)
}

/**
 * A whole photo and two crops of it: windows of .7 to 1 of the subject's box, wide and high by chance, anywhere in it.
 */
export async function readCases({ file, kind }: PhotoName): Promise<readonly CropCase[]> {
  const name = file.replace(/\.jpg$/, '')
  const whole = await readPhotoAndTruth(`${folder}/${file}`)
  const { truth, photo } = whole
  const subject = subjectBox({ ...truth, data: Uint8ClampedArray.from(truth.data, (alpha) => alpha * 255) })
  if (!subject) return []
  const random = seededRandom([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7))
  const crops = [0, 1].map((index) => {
    const box = boxWithin(subject, random)
    const cropped = { photo: cropRaster(photo, box), truth: resizePlane(truth, box, box) }
    return { ...cropped, name: `${name}.crop${index}`, kind, isCrop: true }
  })
  return [{ ...whole, name, kind, isCrop: false }, ...crops]
}

const leastSide = 16

const boxWithin = ({ x, y, width, height }: Box, random: () => number): Box => {
  const [across, down] = [width, height].map((side) =>
    Math.min(side, Math.max(leastSide, Math.round(side * (0.7 + 0.3 * random())))),
  ) as [number, number]
  const [left, top] = [Math.round(random() * (width - across)), Math.round(random() * (height - down))]
  return { x: x + left, y: y + top, width: across, height: down }
}
