import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { chromiumLaunch } from '#support/chromium.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'
import { numberOption } from './time-budget.ts'
import { watchMemory } from './video/resident-memory.ts'

/**
 * A list of up to 500 made photos of 1 megapixel at Fast: what the browser's processes hold as the list grows, how long
 * frames take while it and the grid of results are scrolled, and how many seconds of CPU the page's main thread takes.
 * `npm run build`, then `npm run bench:list`; with `-- --photos 100` a shorter one. `OUT_DIR` and `BASE_PATH` name
 * another build: a tiny network will do. Linux only.
 */
const most = numberOption('photos') ?? 500
const stops = [1, 50, 100, 250, 500].filter((count) => count < most).concat(most)
const folder = await mkdtemp(join(tmpdir(), 'list-'))
const profile = join(folder, 'profile')
const host = await serveStudio({
  port: 0,
  base: process.env.BASE_PATH || '/',
  outDir: process.env.OUT_DIR || 'dist',
})
const context = await chromium.launchPersistentContext(profile, {
  ...chromiumLaunch(),
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
})
const [page = await context.newPage()] = context.pages()
const scrolledFrames = 400
const noFrames = { p50: '', p95: '', longest: '' }
const memory = watchMemory({ profile })
const rows: (readonly (string | number)[])[] = []
try {
  const devtools = await context.newCDPSession(page)
  const collect = () => devtools.send('HeapProfiler.collectGarbage')
  const busySeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const scope = process.env.BASE_PATH ? `:${encodeURIComponent(process.env.BASE_PATH)}` : ''
  await page.addInitScript(([name, text]) => localStorage.setItem(name, text), [
    `clearcut.settings${scope}`,
    JSON.stringify({ nudged: true, recipe: { level: 'fast' } }),
  ] as const)
  await page.goto(host.url)
  const note = async (count: number, seconds: number, busy: number) => {
    await page.waitForTimeout(3000)
    await collect()
    memory.peaks()
    await page.waitForTimeout(2000)
    const { all = 0, renderer = 0, browser = 0 } = memory.peaks()
    const heap = ((await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6).toFixed(0)
    const before = await busySeconds()
    const list = 'li[data-state]'
    const { p50, p95, longest } = count > 1 ? await scroll(page, list) : noFrames
    const perFrame = ((1000 * ((await busySeconds()) - before)) / scrolledFrames).toFixed(1)
    const frames = count > 1 ? [perFrame, p50, p95, longest] : ['', '', '', '']
    const grid = await inGrid(count)
    rows.push([count, all, renderer, browser, heap, seconds.toFixed(0), busy.toFixed(1), ...frames, ...grid])
    console.log(rows.at(-1)?.join(' | '))
  }
  /** Frames of the grid of results, and what all processes hold while it is shown. */
  const inGrid = async (count: number): Promise<readonly (string | number)[]> => {
    if (count < 2) return ['', '', '', '']
    await page.keyboard.press('g')
    await page.getByRole('gridcell').first().waitFor()
    const { p50, p95, longest } = await scroll(page, '[role=gridcell]')
    await collect()
    memory.peaks()
    await page.waitForTimeout(2000)
    const { all = 0 } = memory.peaks()
    await page.keyboard.press('g')
    return [p50, p95, longest, all]
  }
  await note(0, 0, 0)
  let made = 0
  for (const stop of stops) {
    const files = await Promise.all(Array.from({ length: stop - made }, (_, at) => makePhoto(made + at)))
    const [began, busy] = [performance.now(), await busySeconds()]
    await page.setInputFiles('input[type=file]', files)
    await page.waitForFunction(
      (stop) => {
        const counts = [...document.querySelectorAll('footer button[aria-pressed]')]
        return (
          counts.reduce((sum, { textContent }) => sum + Number.parseInt(textContent ?? '', 10), 0) === stop
        )
      },
      stop,
      { timeout: 1_800_000 },
    )
    const seconds = (performance.now() - began) / 1000
    await note(stop, seconds, (await busySeconds()) - busy)
    made = stop
  }
} finally {
  memory.stop()
  await context.close()
  await host.close()
  await rm(folder, { recursive: true, force: true })
}
console.log(
  '\n| photos | all, MB | renderer | browser | JS heap | seconds | main thread, CPU s | of a scrolled frame, ms | frame p50, ms | p95 | longest | grid: frame p50 | p95 | longest | all, MB |',
)
console.log(`|${' ---: |'.repeat(15)}`)
for (const row of rows) console.log(`| ${row.join(' | ')} |`)

/** A grainy photo with a dark subject, each another one. */
async function makePhoto(index: number): Promise<string> {
  const [width, height] = [1200, 900]
  const path = join(folder, `photo-${String(index).padStart(3, '0')}.jpg`)
  const hue = (index * 47) % 360
  const [x, y] = [450 + ((index * 31) % 300), 380 + ((index * 17) % 140)]
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue} 60% 80%)"/>
    <ellipse cx="${x}" cy="${y}" rx="240" ry="300" fill="hsl(${(hue + 180) % 360} 50% 15%)"/></svg>`
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png()
    .toBuffer()
  await sharp(Buffer.from(drawing))
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toFile(path)
  return path
}

/**
 * Scrolls through what holds an `entry` and back, a row or two with each frame; how long frames take, in milliseconds.
 */
async function scroll(page: Page, entry: string): Promise<Record<'p50' | 'p95' | 'longest', string>> {
  const times = await page.evaluate(
    async ({ frames, entry }) => {
      const list = document.querySelector(entry)?.closest('.slim-scroll')
      if (!list) throw new Error('The page has no list.')
      const times: number[] = []
      let before = await new Promise<number>(requestAnimationFrame)
      for (let step = 0; step < frames; step++) {
        list.scrollTop += step < frames / 2 ? 90 : -90
        const now = await new Promise<number>(requestAnimationFrame)
        times.push(now - before)
        before = now
      }
      return times.sort((a, b) => a - b)
    },
    { frames: scrolledFrames, entry },
  )
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? Number.NaN).toFixed(1)
  return { p50: at(0.5), p95: at(0.95), longest: at(1) }
}
