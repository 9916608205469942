import { readFileSync } from 'node:fs'
import { openBenchPage } from './bench-page.ts'
import { listPairs, samplesAreThere } from './quality/pairs.ts'
import type { SpeedReply } from './speed-in-worker.ts'
import { type SpeedWay, speedWays } from './speed-ways.ts'

const photos = 40

/**
 * How many times faster each level is than the plain way, from file to PNG, with everything loaded: the
 * ways take turns on each of 40 photos in one worker of a real Chromium, so that they share its noise.
 */
export async function benchSpeed(): Promise<void> {
  if (!samplesAreThere) {
    console.log('The sample photos (../shared/samples) are not here, so the levels are not compared.')
    return
  }
  const all = listPairs()
  const files = Array.from({ length: photos + 1 }, (_, i) => all[Math.floor((i * all.length) / (photos + 1))])
  const page = await openBenchPage()
  try {
    const buffers = files.map((pair) =>
      readFileSync(new URL(`../../../shared/samples/${pair?.file}`, import.meta.url)),
    )
    const { rows, device } = await page.ask<SpeedReply>('/test/bench/speed-in-worker.ts', buffers, {})
    const times = (way: SpeedWay) => rows.map((row) => row[way])
    const cells = speedWays.map((way) => {
      const ratios = rows.map((row) => row.plain / row[way])
      const overall = mean(times('plain')) / mean(times(way))
      return `| ${way} | ${median(times(way)).toFixed(0)} | ${mean(times(way)).toFixed(0)} | ${median(ratios).toFixed(2)} | ${overall.toFixed(2)} |`
    })
    console.log(`${rows.length} photos on ${device}, warm, file to PNG\n`)
    console.log(
      '| way | median ms | mean ms | times faster: median | mean |\n| --- | ---: | ---: | ---: | ---: |',
    )
    console.log(`${cells.join('\n')}\n`)
  } finally {
    await page.close()
  }
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
