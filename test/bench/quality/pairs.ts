import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'

const folder = new URL('../../../../shared/samples/', import.meta.url)

export const samplesAreThere = existsSync(new URL('MANIFEST.tsv', folder))

/** A photo and its true matte, of one size. */
export type PairPhoto = { readonly photo: Raster; readonly truth: AlphaMaskF32 }

export type Pair = PairPhoto & {
  readonly name: string
  readonly kind: string
  /** 1 where the truth is unknown and nothing is scored. */
  readonly unknown: Uint8Array
}

export type PairName = { readonly file: string; readonly kind: string; readonly greyIsUnknown: boolean }

/** The pairs that the manifest lists. */
export const listPairs = (): PairName[] =>
  readFileSync(new URL('MANIFEST.tsv', folder), 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([file]) => file?.startsWith('matte-pairs/'))
    .map(([file = '', kind = '', , , , , , note = '']) => ({
      file,
      kind,
      greyIsUnknown: note.includes('128 = ignore'),
    }))

/**
 * The pairs that are reported: in the order of their names the first, third, fifth and so on. Sizes, thresholds and the
 * share of the tuned weights were chosen on some of the others, tuning itself on none.
 */
export const reportedPairs = (): PairName[] => sortedPairs().filter((_, index) => index % 2 === 0)

/** The others. */
export const choosingPairs = (): PairName[] => sortedPairs().filter((_, index) => index % 2 === 1)

const sortedPairs = () => listPairs().sort((a, b) => (a.file < b.file ? -1 : 1))

/** How good a kind's mattes are as a truth: true alpha, a hard mask, or another model's output. */
export const truthOf = (kind: string): 'true alpha' | 'hard mask' | 'model output' =>
  kind.startsWith('pseudo-') ? 'model output' : kind.startsWith('soft-') ? 'true alpha' : 'hard mask'

/** Reads a JPEG and the `.matte.png` beside it. */
export async function readPhotoAndTruth(path: string): Promise<PairPhoto> {
  const { data, info } = await sharp(path)
    .rotate()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size = { width: info.width, height: info.height }
  const grey = await sharp(path.replace(/\.jpg$/, '.matte.png'))
    .extractChannel(0)
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer()
  return {
    photo: { ...size, data: new Uint8ClampedArray(data) },
    truth: { ...size, data: Float32Array.from(grey, (value) => value / 255) },
  }
}

export async function readPair({ file, kind, greyIsUnknown }: PairName): Promise<Pair> {
  const pair = await readPhotoAndTruth(new URL(file, folder).pathname)
  return {
    ...pair,
    name: file.replace(/^.*\/|\.jpg$/g, ''),
    kind,
    unknown: Uint8Array.from(pair.truth.data, (value) =>
      Number(greyIsUnknown && Math.round(value * 255) === 128),
    ),
  }
}
