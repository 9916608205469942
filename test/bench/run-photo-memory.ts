import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { chromiumLaunch } from '#support/chromium.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'
import { watchMemory } from './video/resident-memory.ts'

/**
 * How much memory a photo of 12 megapixels takes on a page as small as a phone's, at the level of `LEVEL` (`fast`):
 * the most that Chromium's renderer held, in megabytes, before the photo, during the work, and ten seconds later. Phones
 * end tabs above 1 to 1.5 GB. `npm run build`, then `npm run bench:photo-memory`. Linux only.
 */
const level = process.env.LEVEL || 'fast'
const folder = await mkdtemp(join(tmpdir(), 'photo-memory-'))
const photo = join(folder, 'photo.jpg')
await sharp('public/samples/plush-fox.jpg').resize(4000, 3000, { fit: 'fill' }).jpeg().toFile(photo)
const profile = join(folder, 'profile')
const host = await serveStudio({ port: 0, base: '/', outDir: process.env.OUT_DIR || 'dist' })
const context = await chromium.launchPersistentContext(profile, {
  ...chromiumLaunch(),
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  hasTouch: true,
  isMobile: true,
})
const [page = await context.newPage()] = context.pages()
const memory = watchMemory(profile)
try {
  const settings = JSON.stringify({ nudged: true, recipe: { level } })
  await page.addInitScript((text) => localStorage.setItem('clearcut.settings', text), settings)
  await page.goto(host.url)
  await page.waitForTimeout(3000)
  const rows: [string, number][] = []
  const note = (stage: string) => rows.push([stage, memory.peaks().renderer ?? Number.NaN])
  note('page without a photo')
  await page.setInputFiles('input[type=file]', photo)
  await page
    .locator('[data-testid=viewer][data-state=done][data-updating=false]')
    .waitFor({ timeout: 300_000 })
  await page.waitForTimeout(1500)
  note(`a photo of 12 MP at ${level}, with loading`)
  await page.waitForTimeout(10_000)
  note('ten seconds later')
  await writeFile(photo, await sharp(photo).rotate(90).jpeg().toBuffer())
  await page.setInputFiles('input[type=file]', photo)
  await page.locator('li[data-state=done]').nth(1).waitFor({ timeout: 300_000 })
  await page.waitForTimeout(1500)
  note('a second photo')
  console.log('| renderer, peak | MB |\n| --- | ---: |')
  for (const [stage, megabytes] of rows) console.log(`| ${stage} | ${megabytes} |`)
} finally {
  memory.stop()
  await context.close()
  await host.close()
  await rm(folder, { recursive: true, force: true })
}
