import { availableParallelism } from 'node:os'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { toTensor } from '#engine/tensor.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import { outOfWindow, roomAround, throughWindow } from '#matting/look-closer.ts'
import { openKeptRows } from './kept-rows.ts'
import { type CropCase, choosingPhotosAreThere, listChoosingPhotos, readCases } from './quality/crops.ts'
import { openKeptNetworks } from './quality/kept-networks.ts'
import { iouOf } from './quality/metrics.ts'
import { openTimeBudget, plainArguments } from './time-budget.ts'

/**
 * Scores single passes and the levels on photos for choosing and on crops of them that the subject fills: `npm run
 * bench:crops -- 200` takes the first 200 photos of an order of chance, `-- 200 300` the next 100. "384, wider" is the
 * picture with room around it. A run ends after some minutes; mattes and scores are kept, so the next one goes on.
 */
const ways = ['384', '640', '384, wider', 'fast', 'balanced'] as const
type Way = (typeof ways)[number]
type Score = { readonly iou: number; readonly error: number }
type Row = Pick<CropCase, 'kind' | 'isCrop'> & { readonly scores: Record<Way, Score> }

const { networks, nextPhoto } = openKeptNetworks(Math.min(4, availableParallelism()))
const matter = openImageMatter(networks)
const call = { signal: new AbortController().signal, onProgress: () => {} }

const pass = (network: string, side: number) => ({ network, width: side, height: side })
const coarse = pass('isnet-pruned-int8', 384)
const usual = pass('isnet-tuned-int8', 640)

async function scoreCase(each: CropCase): Promise<Row> {
  const { name, kind, isCrop, photo } = each
  nextPhoto(name)
  const run = ({ network, ...size }: typeof usual, seen = photo) =>
    networks.run(network, toTensor(seen, size), size, call)
  const window = roomAround(photo)
  const wider = await run(coarse, throughWindow(photo, window, coarse))
  const mattes: Record<Way, AlphaMaskF32> = {
    384: await run(coarse),
    640: await run(usual),
    '384, wider': outOfWindow(wider, window, photo),
    fast: await matter.estimate(photo, 'fast', call),
    balanced: await matter.estimate(photo, 'balanced', call),
  }
  const scores = Object.fromEntries(ways.map((way) => [way, scoreMatte(mattes[way], each)]))
  return { kind, isCrop, scores: scores as Row['scores'] }
}

const scoreMatte = (matte: AlphaMaskF32, pair: CropCase): Score => {
  const { data } = resizePlane(matte, pair.truth)
  const error = data.reduce((sum, alpha, i) => sum + Math.abs(alpha - (pair.truth.data[i] ?? 0)), 0)
  return { iou: iouOf(matte, pair), error: error / data.length }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const line = (title: string, rows: readonly Row[]): string => {
  const cells = ways.map((way) => {
    const scores = rows.map((row) => row.scores[way])
    const poor = scores.filter(({ iou }) => iou < 0.8).length
    return `${mean(scores.map(({ iou }) => iou)).toFixed(3)} / ${poor} / ${mean(scores.map(({ error }) => error)).toFixed(4)}`
  })
  return `| ${title}, ${rows.length} | ${cells.join(' | ')} |`
}

if (!choosingPhotosAreThere) {
  console.log('The photos for choosing (../shared/training) are not here, so there is nothing to score.')
} else {
  const budget = openTimeBudget()
  const kept = openKeptRows<readonly Row[]>('crops')
  const rows: Row[] = []
  const [first = 100, last] = plainArguments().map(Number)
  const [from, to] = last === undefined ? [0, first] : [first, last]
  for (const photo of listChoosingPhotos().slice(from, to)) {
    let scored = kept.get(photo.file)
    if (!scored) {
      if (budget.isOver()) break
      const made: Row[] = []
      for (const each of await readCases(photo)) made.push(await scoreCase(each))
      scored = made
      kept.set(photo.file, scored)
    }
    rows.push(...scored)
  }
  console.log('IoU / below .80 / mean absolute error\n')
  console.log(`| | ${ways.join(' | ')} |\n|---|${'---|'.repeat(ways.length)}`)
  for (const isCrop of [false, true]) {
    const those = rows.filter((row) => row.isCrop === isCrop)
    const title = isCrop ? 'crops' : 'whole'
    if (those.length > 0) console.log(line(title, those))
    for (const kind of [...new Set(those.map((row) => row.kind))].sort())
      console.log(
        line(
          `${title}: ${kind}`,
          those.filter((row) => row.kind === kind),
        ),
      )
  }
}
await networks.dispose()
