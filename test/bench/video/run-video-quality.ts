import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { levels } from '#contract/image-options.ts'
import { capSize } from '#engine/cap-size.ts'
import type { Alpha, Raster } from '#engine/raster.ts'
import { resizeAlpha, resizePlane, resizeRaster } from '#engine/resize.ts'
import { toTensor } from '#engine/tensor.ts'
import type { Networks } from '#matting/networks.ts'
import { mattingPixels, openVideoMatter } from '#matting/video-matter.ts'
import { openKeptNetworks } from '../quality/kept-networks.ts'
import { type Clip, listClips, readFrames, readTruth } from './clips.ts'
import { scoreVideo, type VideoScore } from './metrics.ts'

/**
 * Scores the levels and the plain way (fp16 weights at 1024 px on every whole frame, bilinear upsampling,
 * no temporal step) over every clip with true mattes, at the clip's own size with our mattes upsampled
 * bilinearly too, and writes the table to test/bench/video.md.
 */
const ways = ['plain', ...levels] as const
type Way = (typeof ways)[number]
type Row = VideoScore & { way: Way; clip: string; passes: number; frames: number; msPerFrame: number }

const call = { signal: new AbortController().signal, onProgress: () => {} }
const side = { width: 1024, height: 1024 }
const { networks: kept, nextPhoto } = openKeptNetworks(Math.min(4, availableParallelism()))

let passes = 0
let networkMs = 0
/** Passes are kept under a hash of what the network saw. */
const networks: Networks = {
  ...kept,
  run: async (kind, input, size, runCall) => {
    const start = performance.now()
    nextPhoto(`video-${createHash('sha256').update(input).digest('hex').slice(0, 24)}`)
    const matte = await kept.run(kind, input, size, runCall)
    networkMs += performance.now() - start
    passes++
    return matte
  },
}
const matter = openVideoMatter(networks)

async function* play(frames: readonly Raster[]) {
  for (const [index, raster] of frames.entries()) yield { raster, timestampSeconds: index / 24 }
}

async function plainWay(frames: readonly Raster[]): Promise<Alpha[]> {
  const mattes: Alpha[] = []
  for (const frame of frames) {
    const { width, height, data } = resizePlane(
      await networks.run('large', toTensor(frame, side), side, call),
      frame,
    )
    mattes.push({ width, height, data: Uint8ClampedArray.from(data, (alpha) => alpha * 255) })
  }
  return mattes
}

async function scoreClip(clip: Clip): Promise<Row[]> {
  const frames = readFrames(clip)
  const truths = readTruth(clip)
  const [first] = frames
  if (!first) throw new Error(`No frames in ${clip.name}.`)
  const small = frames.map((frame) => resizeRaster(frame, capSize(first, mattingPixels)))
  const rows: Row[] = []
  for (const way of ways) {
    passes = 0
    networkMs = 0
    const start = performance.now()
    const mattes: Alpha[] = []
    if (way === 'plain') mattes.push(...(await plainWay(frames)))
    else for await (const { matte } of matter.estimate(play(small), way, call)) mattes.push(matte)
    const msPerFrame = (performance.now() - start - networkMs) / frames.length
    const full = mattes.map((matte) => resizeAlpha(matte, first))
    rows.push({
      ...scoreVideo(full, truths),
      way,
      clip: clip.name,
      passes,
      frames: frames.length,
      msPerFrame,
    })
    console.log(JSON.stringify(rows.at(-1)))
  }
  return rows
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function report(rows: readonly Row[], clips: readonly Clip[]): string {
  const meanOf = (way: Way, key: 'iou' | 'dtssd' | 'msPerFrame') =>
    mean(rows.filter((row) => row.way === way).map((row) => row[key]))
  const line = (way: Way) => {
    const those = rows.filter((row) => row.way === way)
    const perFrame = mean(those.map((row) => row.passes / row.frames))
    const ratio = meanOf(way, 'dtssd') / meanOf('plain', 'dtssd')
    return `| ${way} | ${meanOf(way, 'iou').toFixed(3)} | ${meanOf(way, 'dtssd').toFixed(4)} | ${ratio.toFixed(2)} | ${perFrame.toFixed(2)} | ${way === 'plain' ? '' : meanOf(way, 'msPerFrame').toFixed(0)} |`
  }
  const cell = (clip: Clip, way: Way) => {
    const row = rows.find((each) => each.way === way && each.clip === clip.name)
    return row ? `${row.iou.toFixed(3)} / ${row.dtssd.toFixed(4)}` : ''
  }
  return [
    '# Mattes of videos',
    '',
    'Made by `npm run bench:video` in Node, on the same networks as in a browser (passes kept between runs);',
    'what each figure means: `test/bench/video/metrics.ts`. The plain way is the large network at 1024 px on',
    'every frame, bilinear upsampling, no temporal step. The truth marks one object a clip with hard edges.',
    'The settings were chosen on these same clips. The last column is the work beside the network.',
    '',
    '| way | IoU at 0.5 | dtSSD | to plain | passes a frame | other work, ms a frame |',
    '|---|---:|---:|---:|---:|---:|',
    ...ways.map(line),
    '',
    '## By clip: IoU / dtSSD',
    '',
    `| clip | ${ways.join(' | ')} |`,
    `|---|${ways.map(() => '---|').join('')}`,
    ...clips.map((clip) => `| ${clip.name} | ${ways.map((way) => cell(clip, way)).join(' | ')} |`),
    '',
  ].join('\n')
}

const clips = listClips()
if (clips.length === 0) {
  console.log('The clips with true mattes (../shared/samples) are not here, so there is nothing to score.')
} else {
  const rows: Row[] = []
  for (const clip of clips) rows.push(...(await scoreClip(clip)))
  await networks.dispose()
  const text = report(rows, clips)
  writeFileSync(new URL('../video.md', import.meta.url), text)
  console.log(text)
}
