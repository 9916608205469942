import { readFileSync } from 'node:fs'
import { openBenchPage } from './bench-page.ts'
import { openKeptRows } from './kept-rows.ts'
import { listPairs, samplesAreThere } from './quality/pairs.ts'
import type { SpeedReply, SpeedRow } from './speed-in-worker.ts'
import { type SpeedWay, speedWays } from './speed-ways.ts'
import { openTimeBudget } from './time-budget.ts'

const photos = 40

/**
 * How many times faster each level is than the plain way, from file to PNG, with everything loaded: the ways take turns
 * on each photo in one worker of a real Chromium, so that they share its noise. A run measures as many of 40 photos as
 * its time allows; the next one goes on, and the table is of all so far.
 */
export async function benchSpeed(): Promise<void> {
  if (!samplesAreThere) {
    console.log('The sample photos (../shared/samples) are not here, so the levels are not compared.')
    return
  }
  const budget = openTimeBudget()
  const all = listPairs()
  // Spread over all kinds; photos far from each other come first, so that a part of them is a fair choice.
  const files = Array.from({ length: photos }, (_, i) => {
    const at = (i * 7) % photos
    return all[Math.floor(((at + 0.5) * all.length) / photos)]?.file ?? ''
  })
  const kept = openKeptRows<SpeedRow>('speed')
  const missing = files.filter((file) => !kept.get(file))
  if (missing.length > 0) {
    const page = await openBenchPage()
    try {
      // The first photo of all is none of those measured: what is cut out once is kept, and would cost nothing again.
      const buffers = [all[0]?.file, ...missing].map((file) =>
        readFileSync(new URL(`../../../shared/samples/${file}`, import.meta.url)),
      )
      const order = { seconds: budget.secondsLeft() }
      const { rows } = await page.ask<SpeedReply>('/test/bench/speed-in-worker.ts', buffers, order)
      for (const [index, row] of rows.entries()) kept.set(missing[index] ?? '', row)
    } finally {
      await page.close()
    }
  }
  const rows = files.map((file) => kept.get(file)).filter((row) => row !== undefined)
  if (rows.length < photos) console.log(`${rows.length} of ${photos} photos; run it again for more.`)
  console.log(tableOf(rows))
}

function tableOf(rows: readonly SpeedRow[]): string {
  const times = (way: SpeedWay) => rows.map((row) => row[way])
  const cells = speedWays.map((way) => {
    const ratios = rows.map((row) => row.plain / row[way])
    const overall = mean(times('plain')) / mean(times(way))
    return `| ${way} | ${median(times(way)).toFixed(0)} | ${mean(times(way)).toFixed(0)} | ${median(ratios).toFixed(2)} | ${overall.toFixed(2)} | ${Math.min(...ratios).toFixed(2)} |`
  })
  return [
    `${rows.length} photos on ${rows[0]?.device}, warm, file to PNG`,
    '',
    '| way | median ms | mean ms | times faster: median | mean | slowest photo |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...cells,
    '',
  ].join('\n')
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
