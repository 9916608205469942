import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { capSize } from '#base/geometry.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { swapPatch } from '#engine/edits/alpha-patch.ts'
import { clickPatch, clickPicture, priorOf } from '#engine/edits/click-patches.ts'
import { findFlowPair } from '#engine/motion/compose-flows.ts'
import { corrected, correctionBetween, toMovingFrame } from '#engine/motion/propagate-correction.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { resizeAlpha, resizeRaster } from '#engine/resample/resize.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import type { Networks } from '#matting/networks.ts'
import { mattingPixels } from '#matting/small-frame.ts'
import { openVideoMatter } from '#matting/video-matter.ts'
import { openKeptNetworks } from '../quality/kept-networks.ts'
import { type Clip, listClips, readFrames, readTruth } from '../video/clips.ts'
import { propagateOver } from './propagate-over-clip.ts'
import { centreOf, iouOf, type Labels, largestWrongRegion } from './simulate-clicks.ts'

/**
 * Measures how far one click on a frame of a clip reaches: what it raises the IoU of that frame by, and the mean IoU of
 * the clip. The same with the largest wrong region of that frame made right, as a perfect edit would; and what could be
 * gained at most where the correction was propagated, by the truth in its place. The frame is the worst of the clip,
 * and again the worst of those whose error lasts. Writes test/bench/video-edit.md. Name a clip to measure that alone;
 * no table is written then.
 */
const edits = ['click', 'click without features', 'region'] as const
type Edit = (typeof edits)[number]
const choices = ['worst', 'worst that lasts'] as const
type Choice = (typeof choices)[number]
type Row = {
  readonly clip: string
  readonly choice: Choice
  readonly edit: Edit
  readonly frame: number
  readonly before: number
  readonly after: number
  readonly meanBefore: number
  readonly meanAfter: number
  readonly meanAtMost: number
  readonly reach: number
}

const call = { signal: new AbortController().signal, onProgress: () => {} }
const { networks, nextPhoto } = openKeptNetworks(Math.min(4, availableParallelism()))
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const labelsOf = ({ width, height, data }: AlphaMask8): Labels => ({
  width,
  height,
  data: Uint8Array.from(data, (value) => Number(value >= 128)),
})
const iou = (matte: AlphaMask8, truth: AlphaMask8) => iouOf(labelsOf(matte), labelsOf(truth))

async function mattesOf(frames: readonly Raster[]): Promise<AlphaMask8[]> {
  const named: Networks = {
    ...networks,
    // Passes are kept under a hash of what the network saw.
    run: (network, input, size, runCall) => {
      nextPhoto(`video-${createHash('sha256').update(input).digest('hex').slice(0, 24)}`)
      return networks.run(network, input, size, runCall)
    },
  }
  async function* play() {
    for (const [index, raster] of frames.entries()) yield { raster, timestampSeconds: index / 24 }
  }
  const mattes: AlphaMask8[] = []
  for await (const { matte } of openVideoMatter(named).estimate(play(), 'balanced', call)) mattes.push(matte)
  return mattes
}

/** An error lasts where at least this many frames in a row are below `badIou`. */
const lastingFrames = 10
const badIou = 0.9

/** The frame to edit; null where no error lasts. */
function frameToEdit(ious: readonly number[], choice: Choice): number | null {
  const isChosen = ious.map((_, i) => choice === 'worst' || stretchAt(ious, i) >= lastingFrames)
  const lowest = Math.min(...ious.filter((_, i) => isChosen[i]))
  const frame = ious.findIndex((value, i) => isChosen[i] && value === lowest)
  return frame < 0 ? null : frame
}

/** How many bad frames in a row a frame is among. */
function stretchAt(ious: readonly number[], at: number): number {
  const isBad = (i: number) => (ious[i] ?? 1) < badIou
  if (!isBad(at)) return 0
  let [first, last] = [at, at]
  while (isBad(first - 1)) first--
  while (isBad(last + 1)) last++
  return last - first + 1
}

type Scene = { readonly picture: Raster; readonly matte: AlphaMask8; readonly truth: AlphaMask8 }

/** The matte of a frame after an edit of its largest wrong region, and the click that was made. */
function edited(edit: Edit, { picture, matte, truth }: Scene, features: FeatureMaps) {
  const region = largestWrongRegion(labelsOf(matte), labelsOf(truth))
  const after = { ...matte, data: matte.data.slice() }
  if (!region) return { after }
  if (edit === 'region') {
    for (const pixel of region.pixels) after.data[pixel] = region.mode === 'keep' ? 255 : 0
    return { after }
  }
  const at = centreOf(region.pixels, matte)
  const click = {
    kind: 'click' as const,
    mode: region.mode,
    x: (at % matte.width) + 0.5,
    y: Math.floor(at / matte.width) + 0.5,
  }
  const prior = priorOf(matte)
  const seen = edit === 'click' ? features : null
  const run = { prior, clicks: [click], isCareful: true }
  const patch = clickPatch(picture, clickPicture(picture), seen, run, after)
  if (patch) swapPatch(after, patch)
  return { after, click: { mode: click.mode, x: click.x / matte.width, y: click.y / matte.height } }
}

async function measure(clip: Clip): Promise<Row[]> {
  const read = readFrames(clip)
  const [first] = read
  if (!first) throw new Error(`No frames in ${clip.name}.`)
  const frames = read.map((frame) => resizeRaster(frame, capSize(first, mattingPixels)))
  const truths = readTruth(clip).map((truth) => resizeAlpha(truth, capSize(first, mattingPixels)))
  const mattes = await mattesOf(frames)
  const moving = frames.map(toMovingFrame)
  const flows = moving.slice(1).map((to, i) => {
    const from = moving[i] ?? to
    return findFlowPair(from.pyramid, to.pyramid)
  })
  const score = (all: readonly AlphaMask8[]) => all.map((matte, i) => iou(matte, truths[i] ?? matte))
  const before = score(mattes)
  const rows: Row[] = []
  for (const choice of choices) {
    const frame = frameToEdit(before, choice)
    const [matte, truth, picture] = [mattes[frame ?? -1], truths[frame ?? -1], frames[frame ?? -1]]
    if (frame === null || !matte || !truth || !picture) continue
    nextPhoto(`video-${clip.name}-${frame}`)
    const features = await openImageMatter(networks).estimateFeatures(picture, 'balanced', call)
    for (const edit of edits) {
      const { after: wanted, click } = edited(edit, { picture, matte, truth }, features)
      const made = correctionBetween(matte, wanted)
      if (!made) continue
      const propagated = propagateOver(made, frame, click, { moving, flows, mattes })
      const after = score(
        mattes.map((each, i) => {
          const correction = propagated.get(i)
          return correction ? corrected(each, correction) : each
        }),
      )
      const best = score(
        mattes.map((each, i) => {
          const change = i === frame ? undefined : propagated.get(i)?.change
          const data = each.data.map((value, at) => (change?.[at] ? (truths[i]?.data[at] ?? value) : value))
          return i === frame ? corrected(each, made) : { ...each, data }
        }),
      )
      const row = {
        clip: clip.name,
        choice,
        edit,
        frame,
        before: before[frame] ?? 0,
        after: after[frame] ?? 0,
        meanBefore: mean(before),
        meanAfter: mean(after),
        meanAtMost: mean(best),
        reach: propagated.size,
      }
      console.log(JSON.stringify(row))
      rows.push(row)
    }
  }
  return rows
}

const line = (row: Row) => {
  const { clip, choice, edit, frame, before, after, meanBefore, meanAfter, meanAtMost, reach } = row
  const share = (value: number) => ((value - meanBefore) / (after - before)).toFixed(2)
  const cells = [
    clip,
    choice,
    edit,
    frame,
    before.toFixed(3),
    after.toFixed(3),
    reach,
    meanBefore.toFixed(4),
    meanAfter.toFixed(4),
  ]
  return `| ${[...cells, share(meanAfter), share(meanAtMost)].join(' | ')} |`
}

const report = (rows: readonly Row[]) =>
  [
    '# Edits of clips',
    '',
    'Made by `npm run bench:video-edit`: Balanced, one edit of one frame, at the size of mattes. The frame is the worst of the clip,',
    `and again the worst of those whose error lasts: among at least ${lastingFrames} frames in a row with an IoU below ${badIou}. \`click\`: one click`,
    'at the centre of the largest wrong region, as in the studio. `region`: that region made right. `share`: what the',
    "clip's mean IoU gained, as a share of what that frame gained; `at most`: the same with the truth wherever the correction",
    'was propagated, so that no way of propagating it could gain more there. Thresholds were chosen on `davis_dog` and `davis_parkour`.',
    '',
    '| clip | frame chosen | edit | frame | its IoU | after | frames reached | mean IoU | after | share | at most |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map(line),
    '',
  ].join('\n')

const wanted = process.argv[2]
const clips = listClips().filter(({ name }) => !wanted || name.includes(wanted))
if (clips.length === 0) console.log('The clips with true mattes (../shared/samples) are not here.')
else {
  const rows: Row[] = []
  for (const clip of clips) rows.push(...(await measure(clip)))
  await networks.dispose()
  const text = report(rows)
  if (!wanted) writeFileSync(new URL('../video-edit.md', import.meta.url), text)
  console.log(text)
}
