import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { chromiumLaunch } from '#support/chromium.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'
import { watchMemory } from './video/resident-memory.ts'

/**
 * How much memory a photo of 12 megapixels takes on a page as small as a phone's, at the level of `LEVEL` (`fast`): the
 * most that Chromium's renderer held, in megabytes, before the photo, during the work, and ten seconds later. Phones
 * end tabs above 1 to 1.5 GB. With `EDITS=1` it is a photo of 24 megapixels in a window of 1440 x 900, which gets
 * clicks, strokes, feather and edge shift. `npm run build`, then `npm run bench:photo-memory`. Linux only.
 */
const level = process.env.LEVEL || 'fast'
const isEdited = process.env.EDITS === '1'
const size = isEdited ? { width: 6000, height: 4000 } : { width: 4000, height: 3000 }
const folder = await mkdtemp(join(tmpdir(), 'photo-memory-'))
const photo = join(folder, 'photo.jpg')
await sharp('public/samples/plush-fox.jpg')
  .resize({ ...size, fit: 'fill' })
  .jpeg()
  .toFile(photo)
const profile = join(folder, 'profile')
const host = await serveStudio({ port: 0, base: '/', outDir: process.env.OUT_DIR || 'dist' })
const context = await chromium.launchPersistentContext(profile, {
  ...chromiumLaunch(),
  ...(isEdited
    ? { viewport: { width: 1440, height: 900 } }
    : { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true }),
  locale: 'en-GB',
})
const [page = await context.newPage()] = context.pages()
const memory = watchMemory({ profile })
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
  note(`a photo of ${(size.width * size.height) / 1e6} MP at ${level}, with loading`)
  await page.waitForTimeout(10_000)
  note('ten seconds later')
  if (isEdited) await editPhoto(page, note)
  else {
    await writeFile(photo, await sharp(photo).rotate(90).jpeg().toBuffer())
    await page.setInputFiles('input[type=file]', photo)
    await page.locator('li[data-state=done]').nth(1).waitFor({ timeout: 300_000 })
    await page.waitForTimeout(1500)
    note('a second photo')
  }
  console.log('| renderer, peak | MB |\n| --- | ---: |')
  for (const [stage, megabytes] of rows) console.log(`| ${stage} | ${megabytes} |`)
} finally {
  memory.stop()
  await context.close()
  await host.close()
  await rm(folder, { recursive: true, force: true })
}

/** Uses each kind of tool once, notes the memory after each, and then makes the result at full size. */
async function editPhoto(page: Page, note: (stage: string) => void): Promise<void> {
  const toolbar = page.getByRole('toolbar', { name: 'Edit', exact: true })
  const picture = page.getByLabel('Picture', { exact: true })
  const settled = async (stage: string) => {
    // An edit is worked on from the next turn of the page on.
    await page.waitForTimeout(500)
    await page
      .locator('[data-testid=viewer][data-state=done][data-updating=false]')
      .waitFor({ timeout: 300_000 })
    await page.waitForTimeout(500)
    note(stage)
  }
  const use = (tool: string) => toolbar.getByRole('radio', { name: tool, exact: true }).check()
  await use('Click to keep')
  await settled('a click tool')
  const box = await picture.boundingBox()
  if (!box) throw new Error('the picture is not on the screen')
  const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.click(...at(0.2, 0.8))
  await settled('a click')
  for (const tool of ['Brush to keep', 'Erase: brush to remove', 'Refine hair']) {
    await use(tool)
    await page.mouse.move(...at(0.3, 0.3))
    await page.mouse.down()
    await page.mouse.move(...at(0.7, 0.4), { steps: 5 })
    await page.mouse.up()
    await settled(tool.toLowerCase())
  }
  await toolbar.getByRole('button', { name: 'Edges' }).click()
  for (const [slider, value] of [
    ['Feather', '6'],
    ['Edge shift', '4'],
  ] as const) {
    await toolbar.getByRole('slider', { name: slider, exact: true }).fill(value)
    await settled(slider.toLowerCase())
  }
  const download = page.waitForEvent('download', { timeout: 300_000 })
  await page.getByRole('button', { name: 'Save PNG', exact: true }).click()
  await (await download).path()
  await settled('saved at full size')
}
