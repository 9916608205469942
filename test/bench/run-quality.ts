import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type Level, levels } from '#contract/image-options.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { estimateForeground } from '#engine/refine/estimate-foreground.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { toTensor } from '#engine/tensor.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import type { Networks } from '#matting/networks.ts'
import { publishedNetwork } from './published-network.ts'
import { openKeptNetworks } from './quality/kept-networks.ts'
import { type Score, scoreResult, truthFor } from './quality/metrics.ts'
import { type Pair, readPair, reportedPairs, samplesAreThere, truthOf } from './quality/pairs.ts'
import { openTimeBudget, plainArguments } from './time-budget.ts'

/**
 * Scores the three levels and the plain way (published fp16 weights at 1024 px, bilinear upsampling, the photo's own
 * colours: what the best in-browser peer does) over the photos with a true matte on which nothing was chosen, and
 * writes the table to test/bench/quality.md. `npm run bench:quality -- 4` scores every fourth of them. A run ends after
 * some minutes; mattes are kept, so the next one goes on, and the last one writes.
 */
const ways = ['plain', ...levels] as const
type Way = (typeof ways)[number]
type Row = {
  readonly kind: string
  readonly scores: Record<Way, Score>
  /** The levels whose first matte was too uncertain. */
  readonly secondPasses: readonly Level[]
}

const call = { signal: new AbortController().signal, onProgress: () => {} }
const { networks: kept, nextPhoto } = openKeptNetworks(Math.min(4, availableParallelism()))
let passes = 0
const networks: Networks = {
  ...kept,
  run: (...asked) => {
    passes++
    return kept.run(...asked)
  },
}
const matter = openImageMatter(networks)
const largeSize = { width: 1024, height: 1024 }

const plainWay = async ({ photo }: Pair): Promise<{ alpha: AlphaMask8; cutout: Raster }> => {
  const matte = await networks.run(publishedNetwork, toTensor(photo, largeSize), largeSize, call)
  const { data } = resizePlane(matte, photo)
  return {
    alpha: { width: photo.width, height: photo.height, data: Uint8ClampedArray.from(data, (a) => a * 255) },
    cutout: photo,
  }
}

const ourWay = (photo: Raster, matte: AlphaMaskF32): { alpha: AlphaMask8; cutout: Raster } => {
  const cutout = { ...photo, data: photo.data.slice() }
  const alpha = refineAlpha(cutout, matte)
  estimateForeground(cutout, alpha)
  return { alpha, cutout }
}

async function scorePair(pair: Pair): Promise<Row> {
  nextPhoto(pair.name)
  const truth = truthFor(pair)
  const scores: Partial<Record<Way, Score>> = {}
  const secondPasses: Level[] = []
  for (const way of ways) {
    passes = 0
    const matte = way === 'plain' ? undefined : await matter.estimate(pair.photo, way, call)
    if (way !== 'plain' && passes > 1) secondPasses.push(way)
    const { alpha, cutout } = matte ? ourWay(pair.photo, matte) : await plainWay(pair)
    scores[way] = scoreResult(pair, truth, alpha, cutout)
  }
  return { kind: pair.kind, secondPasses, scores: scores as Record<Way, Score> }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function table(rows: Row[]): string {
  const cell = (way: Way, key: keyof Score, digits: number) => {
    const value = mean(rows.map(({ scores }) => scores[way][key]))
    const plain = mean(rows.map(({ scores }) => scores.plain[key]))
    return way === 'plain'
      ? value.toFixed(digits)
      : `${value.toFixed(digits)} (${(value / plain).toFixed(2)})`
  }
  const line = (way: Way) =>
    `| ${way} | ${cell(way, 'mae', 4)} | ${cell(way, 'iou', 3)} | ${cell(way, 'gradient', 2)} | ${cell(way, 'edgeColor', 2)} | ${cell(way, 'halo', 2)} |`
  return [
    '| way | mean absolute error | IoU at 0.5 | gradient error | edge colour error | of it, colour alone |',
    '|---|---|---|---|---|---|',
    ...ways.map(line),
  ].join('\n')
}

function report(rows: Row[]): string {
  const sections = (['true alpha', 'hard mask', 'model output'] as const).flatMap((truth) => {
    const those = rows.filter(({ kind }) => truthOf(kind) === truth)
    return those.length > 0 ? [`## Truth: ${truth} (${those.length})\n\n${table(those)}`] : []
  })
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort().map((kind) => {
    const those = rows.filter((row) => row.kind === kind)
    const figures = ways.map((way) => mean(those.map(({ scores }) => scores[way].mae)).toFixed(4))
    return `| ${kind} | ${those.length} | ${figures.join(' | ')} |`
  })
  const share = (level: Level) =>
    `${(100 * mean(rows.map(({ secondPasses }) => Number(secondPasses.includes(level))))).toFixed(0)} %`
  return [
    '# Quality of mattes',
    '',
    'Made by `npm run bench:quality`; what each figure means: `test/bench/quality/metrics.ts`. Lower is better,',
    'except for IoU. In brackets the ratio to the plain way: published fp16 weights at 1024 px, bilinear upsampling.',
    'Networks, sizes and thresholds were chosen on other photos, the settings of the edge filter on these too.',
    `Fast made a second pass for ${share('fast')} of the photos, Balanced for ${share('balanced')}.`,
    '',
    `## All pairs (${rows.length})`,
    '',
    table(rows),
    '',
    sections.join('\n\n'),
    '',
    '## Mean absolute error by kind',
    '',
    `| kind | photos | ${ways.join(' | ')} |`,
    `|---|---|${ways.map(() => '---|').join('')}`,
    ...kinds,
    '',
  ].join('\n')
}

if (!samplesAreThere) {
  console.log('The photos with true mattes (../shared/samples) are not here, so there is nothing to score.')
} else {
  const budget = openTimeBudget()
  const step = Number(plainArguments()[0] ?? 1)
  const pairs = reportedPairs().filter((_, index) => index % step === 0)
  const rows: Row[] = []
  for (const name of pairs) {
    if (budget.isOver()) break
    rows.push(await scorePair(await readPair(name)))
    if (rows.length % 10 === 0) console.log(`${rows.length} of ${pairs.length}`)
  }
  await networks.dispose()
  const text = report(rows)
  if (rows.length === pairs.length) writeFileSync(new URL('quality.md', import.meta.url), text)
  else console.log(`Only ${rows.length} of ${pairs.length} photos; run it again for the others.\n`)
  console.log(text)
}
