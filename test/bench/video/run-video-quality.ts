import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { capSize } from '#base/geometry.ts'
import { levels } from '#contract/image-options.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { resizePlane, resizeRaster } from '#engine/resample/resize.ts'
import { toTensor } from '#engine/tensor.ts'
import type { Networks } from '#matting/networks.ts'
import { mattingPixels } from '#matting/small-frame.ts'
import { openVideoMatter } from '#matting/video-matter.ts'
import { dequantizeMatte } from '#pipeline/matte-cache.ts'
import { cutoutDetail } from '#pipeline/plan-video.ts'
import { openKeptRows } from '../kept-rows.ts'
import { publishedNetwork } from '../published-network.ts'
import { openKeptNetworks } from '../quality/kept-networks.ts'
import { numberOption, openTimeBudget, plainArguments } from '../time-budget.ts'
import { type Clip, listClips, readFrames, readTruth } from './clips.ts'
import { scoreVideo, type VideoScore } from './metrics.ts'

/**
 * Scores the levels and the plain way (fp16 weights at 1024 px on every whole frame, bilinear upsampling, no temporal
 * step) over every clip with true mattes, at the clip's own size, where ours follow the edges as they do in a result,
 * and writes the section "Quality" of test/bench/video.md. A run ends after some minutes; passes and rows are kept, so
 * the next one goes on, and the last one writes. `npm run bench:video -- lucia fast --frames 24` scores one clip, one
 * way and the first frames only, and writes nothing.
 */
const ways = ['plain', ...levels] as const
type Way = (typeof ways)[number]
type Row = VideoScore & { way: Way; clip: string; passes: number; frames: number; msPerFrame: number }

const call = { signal: new AbortController().signal, onProgress: () => {} }
const side = { width: 1024, height: 1024 }
const { networks: keptNetworks, nextPhoto } = openKeptNetworks(Math.min(4, availableParallelism()))
const kept = openKeptRows<Row>('video-quality')
const budget = openTimeBudget()
const outOfTime = new Error('The time of this run is over; run it again, and it goes on.')
const words = plainArguments()
const mostFrames = numberOption('frames')

let passes = 0
let networkMs = 0
/** Passes are kept under a hash of what the network saw. */
const networks: Networks = {
  ...keptNetworks,
  run: async (network, input, size, runCall) => {
    if (budget.isOver()) throw outOfTime
    const start = performance.now()
    nextPhoto(`video-${createHash('sha256').update(input).digest('hex').slice(0, 24)}`)
    const matte = await keptNetworks.run(network, input, size, runCall)
    networkMs += performance.now() - start
    passes++
    return matte
  },
}
const matter = openVideoMatter(networks)

async function* play(frames: readonly Raster[]) {
  for (const [index, raster] of frames.entries()) yield { raster, timestampSeconds: index / 24 }
}

async function plainWay(frames: readonly Raster[]): Promise<AlphaMask8[]> {
  const mattes: AlphaMask8[] = []
  for (const frame of frames) {
    const { width, height, data } = resizePlane(
      await networks.run(publishedNetwork, toTensor(frame, side), side, call),
      frame,
    )
    mattes.push({ width, height, data: Uint8ClampedArray.from(data, (alpha) => alpha * 255) })
  }
  return mattes
}

async function scoreClip(clip: Clip): Promise<Row[]> {
  const asked = ways.filter((way) => words.includes(way))
  const rows: Row[] = []
  let loaded: ReturnType<typeof load> | undefined
  for (const way of asked.length > 0 ? asked : ways) {
    const name = `${clip.name} ${way} ${mostFrames ?? 'all'}`
    let row = kept.get(name)
    if (!row) {
      if (budget.isOver()) throw outOfTime
      loaded ??= load(clip)
      row = await scoreWay(clip, loaded, way)
      kept.set(name, row)
    }
    console.log(JSON.stringify(row))
    rows.push(row)
  }
  return rows
}

function load(clip: Clip) {
  const frames = readFrames(clip).slice(0, mostFrames)
  const [first] = frames
  if (!first) throw new Error(`No frames in ${clip.name}.`)
  const small = frames.map((frame) => resizeRaster(frame, capSize(first, mattingPixels)))
  return { frames, small, truths: readTruth(clip).slice(0, mostFrames) }
}

async function scoreWay(
  clip: Clip,
  { frames, small, truths }: ReturnType<typeof load>,
  way: Way,
): Promise<Row> {
  passes = 0
  networkMs = 0
  const start = performance.now()
  const mattes: AlphaMask8[] = []
  if (way === 'plain') mattes.push(...(await plainWay(frames)))
  else for await (const { matte } of matter.estimate(play(small), way, call)) mattes.push(matte)
  const msPerFrame = (performance.now() - start - networkMs) / frames.length
  const shown =
    way === 'plain'
      ? mattes
      : mattes.map((matte, i) =>
          refineAlpha(frames[i] as Raster, dequantizeMatte(matte), cutoutDetail(way).edgePixels),
        )
  return { ...scoreVideo(shown, truths), way, clip: clip.name, passes, frames: frames.length, msPerFrame }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function report(rows: readonly Row[], clips: readonly Clip[]): string {
  const scored = ways.filter((way) => rows.some((row) => row.way === way))
  const meanOf = (way: Way, key: 'iou' | 'dtssd' | 'msPerFrame') =>
    mean(rows.filter((row) => row.way === way).map((row) => row[key]))
  const line = (way: Way) => {
    const those = rows.filter((row) => row.way === way)
    const perFrame = mean(those.map((row) => row.passes / row.frames))
    const ratio = meanOf(way, 'dtssd') / meanOf('plain', 'dtssd')
    return `| ${way} | ${meanOf(way, 'iou').toFixed(3)} | ${meanOf(way, 'dtssd').toFixed(4)} | ${Number.isNaN(ratio) ? '' : ratio.toFixed(2)} | ${perFrame.toFixed(2)} | ${way === 'plain' ? '' : meanOf(way, 'msPerFrame').toFixed(0)} |`
  }
  const cell = (clip: Clip, way: Way) => {
    const row = rows.find((each) => each.way === way && each.clip === clip.name)
    return row ? `${row.iou.toFixed(3)} / ${row.dtssd.toFixed(4)}` : ''
  }
  return [
    '| way | IoU at 0.5 | dtSSD | to plain | passes a frame | other work, ms a frame |',
    '|---|---:|---:|---:|---:|---:|',
    ...scored.map(line),
    '',
    'By clip, IoU / dtSSD:',
    '',
    `| clip | ${scored.join(' | ')} |`,
    `|---|${scored.map(() => '---|').join('')}`,
    ...clips.map((clip) => `| ${clip.name} | ${scored.map((way) => cell(clip, way)).join(' | ')} |`),
  ].join('\n')
}

const page = new URL('../video.md', import.meta.url)

/** The page with `tables` in place of those of its section "Quality"; the text before them stays. */
const withTables = (text: string, tables: string): string =>
  text.replace(/(## Quality\n[^|]*)\|[\s\S]*?(?=\n## |$)/, (_, words: string) => `${words}${tables}\n`)

const clips = listClips().filter(({ name }) => {
  const named = words.filter((word) => !ways.some((way) => way === word))
  return named.length === 0 || named.some((word) => name.endsWith(word))
})
if (clips.length === 0) {
  console.log('The clips with true mattes (../shared/samples) are not here, so there is nothing to score.')
} else {
  const rows: Row[] = []
  try {
    for (const clip of clips) rows.push(...(await scoreClip(clip)))
    if (words.length === 0 && !mostFrames)
      writeFileSync(page, withTables(readFileSync(page, 'utf8'), report(rows, clips)))
  } catch (cause) {
    if (cause !== outOfTime) throw cause
    console.log(outOfTime.message)
  }
  await networks.dispose()
  if (rows.length > 0) console.log(report(rows, clips))
}
