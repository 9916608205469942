import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'
import { chromiumLaunch } from '#support/chromium.ts'
import { sentBytes } from '../../src/build/first-view.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'

/**
 * What a first visit moves before a file is chosen, and how soon the page can be used: at 20 Mbit/s with 40 ms to the
 * host, and a processor a quarter as fast. `npm run build`, then `npm run bench:first-view`; more builds to compare may
 * be named, with their folders as arguments.
 */
const visits = 7
const mbitPerSecond = 20
const roundTripMs = 40
const slowdown = 4

type Visit = {
  readonly paintMs: number
  readonly usableMs: number
  readonly shift: number
  readonly files: readonly string[]
}

/** Runs in the page before any other script: notes when the button for files is there, and how far things moved. */
const watch = () => {
  const found = { usableMs: 0, shift: 0 }
  Object.assign(globalThis, { found })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) found.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('main button')) return
    observer.disconnect()
    // React listens by now; what is still to do before the next task belongs to it.
    setTimeout(() => {
      found.usableMs = performance.now()
    })
  }).observe(document, { childList: true, subtree: true })
}

const visit = async (context: BrowserContext, url: string): Promise<Visit> => {
  const files = new Set<string>()
  context.on('request', (request) => {
    if (request.url().startsWith(url)) files.add(new URL(request.url()).pathname.slice(1) || 'index.html')
  })
  await context.addInitScript(watch)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const bytesPerSecond = (mbitPerSecond * 1e6) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.waitForLoadState('networkidle')
  const { paintMs, usableMs, shift } = await page.evaluate(() => ({
    paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    ...(globalThis as unknown as { found: { usableMs: number; shift: number } }).found,
  }))
  return { paintMs, usableMs, shift, files: [...files] }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const folders = process.argv.length > 2 ? process.argv.slice(2) : ['dist']
const browser = await chromium.launch(chromiumLaunch())
for (const outDir of folders) {
  const host = await serveStudio({ port: 0, base: '/', outDir })
  const all: Visit[] = []
  for (let count = 0; count < visits; count++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    all.push(await visit(context, host.url))
    await context.close()
  }
  const files = [...new Set(all.flatMap((each) => each.files))].filter((path) =>
    existsSync(join(outDir, path)),
  )
  const bytes = (of: RegExp) =>
    files.filter((path) => of.test(path)).reduce((sum, path) => sum + sentBytes(join(outDir, path)), 0)
  const scripts = bytes(/\.js$/)
  console.log(`${outDir}: ${files.length} files, ${scripts} bytes of script, ${bytes(/./)} in all`)
  console.log(
    `  first paint ${median(all.map(({ paintMs }) => paintMs)).toFixed(0)} ms, usable ${median(all.map(({ usableMs }) => usableMs)).toFixed(0)} ms, layout shift ${median(all.map(({ shift }) => shift)).toFixed(4)}`,
  )
  await host.close()
}
await browser.close()
