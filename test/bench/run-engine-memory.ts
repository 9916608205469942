import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { callExpression, type EngineBrowser } from '#support/engines/engine-page.ts'
import { installedEngines } from '#support/engines/installed-engines.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'
import { watchMemory } from './video/resident-memory.ts'

/**
 * The most memory that the processes of the page hold together, in megabytes, for two photos of 12 megapixels at Fast
 * one after the other, in a window of 390 x 844: in Chromium, Firefox and WebKitGTK. `npm run build`, then `npm run
 * bench:engine-memory`. Linux only.
 */
const size = { width: 4000, height: 3000 }
const folder = await mkdtemp(join(tmpdir(), 'engine-memory-'))
const photos = [join(folder, 'first.jpg'), join(folder, 'second.jpg')]
const whole = sharp('public/samples/plush-fox.jpg').resize({ ...size, fit: 'fill' })
for (const [turns, photo] of photos.entries())
  await writeFile(
    photo,
    await sharp(await whole.clone().toBuffer())
      .rotate(180 * turns)
      .jpeg()
      .toBuffer(),
  )

const waitForDone = async ({ page }: EngineBrowser, count: number) => {
  const isDone = (wanted: number) => document.querySelectorAll('li[data-state=done]').length === wanted
  while (!(await page.evaluateExpression(callExpression(String(isDone), count)))) await sleep(200)
  // The viewer draws the result after that.
  await sleep(3000)
}

const host = await serveStudio({ port: 0, base: '/', outDir: process.env.OUT_DIR || 'dist' })
console.log('| MB | page without a photo | first photo, with loading | second photo |')
console.log('| --- | ---: | ---: | ---: |')
for (const { name, open } of installedEngines()) {
  const browser = await open(folder)
  const memory = watchMemory({ startedBy: process.pid })
  try {
    const cells: number[] = []
    const note = () => cells.push(memory.peaks().renderer ?? Number.NaN)
    await browser.page.resize(390, 844)
    await browser.page.open(host.url)
    const settings = JSON.stringify({ nudged: true, recipe: { level: 'fast' } })
    await browser.page.evaluateExpression(
      `localStorage.setItem('clearcut.settings', ${JSON.stringify(settings)})`,
    )
    await browser.page.open(host.url)
    await sleep(4000)
    note()
    for (const [before, photo] of photos.entries()) {
      await browser.page.chooseFiles('input[type=file]', [photo])
      await waitForDone(browser, before + 1)
      note()
    }
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  } finally {
    memory.stop()
    await browser.close()
  }
}
await host.close()
await rm(folder, { recursive: true, force: true })
