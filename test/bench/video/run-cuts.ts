import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { capSize } from '#base/geometry.ts'
import type { Level } from '#contract/image-options.ts'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { resizeRaster } from '#engine/resample/resize.ts'
import type { Networks } from '#matting/networks.ts'
import { mattingPixels } from '#matting/small-frame.ts'
import { type FrameMatte, openVideoMatter } from '#matting/video-matter.ts'
import { openKeptRows } from '../kept-rows.ts'
import { openKeptNetworks } from '../quality/kept-networks.ts'
import { openTimeBudget, plainArguments } from '../time-budget.ts'
import { type CutCase, cutCases } from './cut-cases.ts'

/**
 * Cuts out clips that jump within one room, and compares each matte with that of the same shot alone, which knows
 * nothing of the other shots: coverage, and what lies in the wrong place, both as shares of the subject. A run ends
 * after some minutes; passes and rows are kept, so the next one goes on. `npm run bench:cuts -- fast zoom` runs one
 * level and the cases whose kind or name has the word; `--fresh` forgets the rows of earlier code.
 */
type Row = {
  readonly kind: string
  readonly name: string
  readonly level: Level
  /** The worst of all frames. */
  readonly coverage: number
  readonly place: number
  /** Of the worst coverage. */
  readonly frame: number
  /** The worst coverage of frames that mix two shots, which count for nothing else. */
  readonly inFade: number
  /** Frames whose coverage is wrong by more than `mostWrong`. */
  readonly wrongFrames: number
  readonly foundCuts: readonly number[]
  readonly passes: number
  readonly frames: number
}

const mostWrong = 0.03
/** The least subject that errors are a share of, as a share of the frame. */
const leastSubject = 0.003

const call = { signal: new AbortController().signal, onProgress: () => {} }
const { networks: keptNetworks, nextPhoto } = openKeptNetworks(Math.min(4, availableParallelism()))
const kept = openKeptRows<Row>('video-cuts')
const budget = openTimeBudget()
const words = plainArguments()

let passes = 0
const networks: Networks = {
  ...keptNetworks,
  run: (network, input, size, runCall) => {
    nextPhoto(`video-${createHash('sha256').update(input).digest('hex').slice(0, 24)}`)
    passes++
    return keptNetworks.run(network, input, size, runCall)
  },
}
const matter = openVideoMatter(networks)

async function* play(frames: readonly Raster[]) {
  for (const [index, raster] of frames.entries()) yield { raster, timestampSeconds: index / 24 }
}

async function matteAll(frames: readonly Raster[], level: Level): Promise<FrameMatte[]> {
  const mattes: FrameMatte[] = []
  for await (const matte of matter.estimate(play(frames), level, call)) mattes.push(matte)
  return mattes
}

async function measure({ kind, name, load }: CutCase, level: Level): Promise<Row | undefined> {
  const { frames, cuts, fade = 0 } = load()
  const [first] = frames
  if (!first) return undefined
  const small = frames.map((frame) => resizeRaster(frame, capSize(first, mattingPixels)))
  passes = 0
  const joined = await matteAll(small, level)
  const usedPasses = passes
  const starts = [0, ...cuts]
  const alone: FrameMatte[] = []
  for (const [index, start] of starts.entries())
    alone.push(...(await matteAll(small.slice(start, starts[index + 1]), level)))
  const isFaded = (index: number) => index >= (cuts[0] ?? 0) && index < (cuts[0] ?? 0) + fade
  const all = joined.map(({ matte }, index) => errorOf(matte, alone[index]?.matte ?? matte))
  const errors = all.map((error, index) => (isFaded(index) ? { coverage: 0, place: 0 } : error))
  const coverages = errors.map(({ coverage }) => coverage)
  const coverage = Math.max(...coverages)
  return {
    kind,
    name,
    level,
    coverage,
    place: Math.max(...errors.map(({ place }) => place)),
    frame: coverages.indexOf(coverage),
    wrongFrames: coverages.filter((share) => share > mostWrong).length,
    inFade: Math.max(0, ...all.filter((_, index) => isFaded(index)).map(({ coverage }) => coverage)),
    foundCuts: joined.flatMap(({ isCut }, index) => (isCut ? [index] : [])),
    passes: usedPasses,
    frames: frames.length,
  }
}

function errorOf({ data }: AlphaMask8, truth: AlphaMask8): { coverage: number; place: number } {
  let [made, real, apart] = [0, 0, 0]
  for (const [i, alpha] of data.entries()) {
    const wanted = truth.data[i] ?? 0
    made += alpha
    real += wanted
    apart += Math.abs(alpha - wanted)
  }
  const subject = Math.max(real, 255 * leastSubject * data.length)
  return { coverage: Math.abs(made - real) / subject, place: apart / subject }
}

const isWrong = ({ wrongFrames }: Row): boolean => wrongFrames > 0
const percent = (share: number): string => (100 * share).toFixed(1)
const worst = (rows: readonly Row[], key: 'coverage' | 'place') =>
  percent(Math.max(0, ...rows.map((row) => row[key])))

function report(rows: readonly Row[]): string {
  const line = (kind: string, those: readonly Row[]) => {
    const frames = those.reduce((sum, row) => sum + row.frames, 0)
    const wrongFrames = those.reduce((sum, row) => sum + row.wrongFrames, 0)
    const perFrame = those.reduce((sum, row) => sum + row.passes, 0) / frames
    return `| ${kind} | ${those.length} | ${those.filter(isWrong).length} | ${wrongFrames} of ${frames} | ${worst(those, 'coverage')} | ${worst(those, 'place')} | ${perFrame.toFixed(2)} |`
  }
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = `${row.level}, ${row.kind}`
    groups.set(group, [...(groups.get(group) ?? []), row])
  }
  return [
    '| level, kind | cases | wrong | frames that are wrong | coverage, % | in the wrong place, % | passes a frame |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[...groups].map(([group, those]) => line(group, those)),
    ...levels.map((level) =>
      line(
        `${level}, all`,
        rows.filter((row) => row.level === level),
      ),
    ),
  ].join('\n')
}

const all = ['fast', 'balanced', 'fine'] as const
const named = all.filter((level) => words.includes(level))
const levels: readonly Level[] = named.length > 0 ? named : ['fast', 'balanced']
const asked = words.filter((word) => !all.some((level) => level === word))
const rows: Row[] = []
for (const level of levels) {
  for (const each of cutCases) {
    if (asked.length > 0 && !asked.some((word) => each.kind === word || each.name.includes(word))) continue
    const name = `${each.kind} ${each.name} ${level}`
    let row = kept.get(name)
    if (!row) {
      if (budget.isOver()) continue
      row = await measure(each, level)
      if (!row) continue
      kept.set(name, row)
    }
    if (isWrong(row) || asked.length > 0) console.log(JSON.stringify(row))
    rows.push(row)
  }
}
await networks.dispose()
console.log(report(rows))
if (budget.isOver()) console.log('The time of this run is over; run it again, and it goes on.')
