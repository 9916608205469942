import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { levels } from '#contract/image-options.ts'
import { paintPhoto } from '#support/painted-photo.ts'
import { openBenchPage } from './bench-page.ts'
import type { PhotoTimes, PixelTimes, StagesOrder, StagesReply } from './stages-in-worker.ts'

const sizes = [
  { width: 1732, height: 1155 },
  { width: 4243, height: 2828 },
  { width: 6000, height: 4000 },
] as const
const runs = 3

/** A real photo where the samples are at hand, else a painted one: its flat areas make a faster encoder look better. */
const samplePath = fileURLToPath(new URL('../../../shared/samples/photos/large_01.jpg', import.meta.url))

/**
 * How long each stage of a photo takes, warm, in a worker of a real Chromium, for 2, 12 and 24 megapixels:
 * one estimate at each level, the median of three runs for all else. Prints a table.
 */
export const benchStages = async (): Promise<void> => {
  const page = await openBenchPage()
  try {
    const files = await Promise.all(sizes.map(photoOf))
    const order: Omit<StagesOrder, 'photos'> = { runs }
    const { photos, device } = await page.ask<StagesReply>('/test/bench/stages-in-worker.ts', files, order)
    const names = [
      'megapixels',
      'decode',
      ...levels.map((level) => `inference, ${level}`),
      ...['refine', 'foreground', 'cut', 'encode PNG', 'refine to encode'],
    ]
    console.log(`Stages of a photo on ${device}, warm, in ms\n`)
    console.log(`| ${names.join(' | ')} |\n|${names.map(() => ' ---: |').join('')}`)
    console.log(`${photos.map(rowOf).join('\n')}\n`)
  } finally {
    await page.close()
  }
}

const photoOf = async (size: { readonly width: number; readonly height: number }): Promise<Buffer> => {
  const photo = existsSync(samplePath) ? sharp(samplePath).autoOrient() : paintPhoto(size)
  return photo
    .resize({ ...size, fit: 'cover' })
    .jpeg({ quality: 90 })
    .toBuffer()
}

const rowOf = ({ megapixels, inference, runs }: PhotoTimes): string => {
  const median = (pick: (times: PixelTimes) => number) =>
    runs.map(pick).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN
  const cells = [
    megapixels,
    median(({ decode }) => decode),
    ...levels.map((level) => inference[level]),
    median(({ refine }) => refine),
    median(({ foreground }) => foreground),
    median(({ cut }) => cut),
    median(({ encode }) => encode),
    median(({ refine, foreground, cut, encode }) => refine + foreground + cut + encode),
  ]
  return `| ${cells.map((cell) => cell.toFixed(0)).join(' | ')} |`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchStages()
