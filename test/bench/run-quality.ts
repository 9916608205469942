import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Level } from '#contract/image-options.ts'
import type { AlphaMask8, AlphaMaskF32, Raster } from '#engine/raster.ts'
import { estimateForeground } from '#engine/refine/estimate-foreground.ts'
import { refineAlpha } from '#engine/refine/refine-alpha.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { toTensor } from '#engine/tensor.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import { usualPasses } from '#matting/network-catalog.ts'
import type { Networks } from '#matting/networks.ts'
import { openKeptRows } from './kept-rows.ts'
import { publishedNetwork } from './published-network.ts'
import { openKeptNetworks } from './quality/kept-networks.ts'
import { type Score, scoreResult, truthFor } from './quality/metrics.ts'
import { choosingPairs, type Pair, readPair, reportedPairs, samplesAreThere } from './quality/pairs.ts'
import { type Row, reportOf, type Way, ways } from './quality/report.ts'
import { openTimeBudget, plainArguments } from './time-budget.ts'

/**
 * Scores the three levels and the plain way (published fp16 weights at 1024 px, bilinear upsampling, the photo's own
 * colours: what the best in-browser peer does) over the photos with a true matte on which nothing was chosen, and
 * writes the tables to test/bench/quality.md. `npm run bench:quality -- 4` scores every fourth of them. With
 * SIDE=choose it scores those on which settings may be chosen, and writes nothing. A run ends after some minutes;
 * mattes and scores are kept, so the next one goes on, and the last one writes.
 */
const isChoosing = process.env.SIDE === 'choose'
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
  const furtherPasses: Level[] = []
  for (const way of ways) {
    passes = 0
    const matte = way === 'plain' ? undefined : await matter.estimate(pair.photo, way, call)
    if (way !== 'plain' && passes > usualPasses(networks.passes.wasm[way]).length) furtherPasses.push(way)
    const { alpha, cutout } = matte ? ourWay(pair.photo, matte) : await plainWay(pair)
    scores[way] = scoreResult(pair, truth, alpha, cutout)
  }
  return { kind: pair.kind, furtherPasses, scores: scores as Record<Way, Score> }
}

if (!samplesAreThere) {
  console.log('The photos with true mattes (../shared/samples) are not here, so there is nothing to score.')
} else {
  const budget = openTimeBudget()
  const step = Number(plainArguments()[0] ?? 1)
  const pairs = (isChoosing ? choosingPairs() : reportedPairs()).filter((_, index) => index % step === 0)
  const kept = openKeptRows<Row>(isChoosing ? 'quality-choosing' : 'quality')
  const rows: Row[] = []
  for (const name of pairs) {
    const row = kept.get(name.file) ?? (budget.isOver() ? undefined : await scorePair(await readPair(name)))
    if (!row) break
    kept.set(name.file, row)
    rows.push(row)
    if (rows.length % 10 === 0) console.log(`${rows.length} of ${pairs.length}`)
  }
  await networks.dispose()
  const text = reportOf(rows)
  if (rows.length === pairs.length && !isChoosing) writeFileSync(new URL('quality.md', import.meta.url), text)
  else if (rows.length < pairs.length)
    console.log(`Only ${rows.length} of ${pairs.length} photos; run it again for the others.\n`)
  console.log(text)
}
