import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { chromiumLaunch } from '#support/chromium.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'

/**
 * How many frames a second are drawn while a slider of the composition moves: a photo and a clip of 1920 x 1080 in a
 * window of 1440 x 900, over the blurred original with shadow and outline, and the clip while it plays. Each slider
 * moves at each refresh of the screen, for three seconds. Before that, how soon Cancel stops the work. `npm run build`,
 * then `npm run bench:live`.
 */
const seconds = 3
const sliders = ['Blur', 'Shadow softness', 'Shadow angle', 'Outline width']

const folder = await mkdtemp(join(tmpdir(), 'live-'))
const [photo, clip] = [join(folder, 'photo.png'), join(folder, 'clip.mp4')]
const full = { width: 1920, height: 1080 }
await sharp('public/samples/plush-fox.jpg').resize(full).png().toFile(photo)
const pan = 'scale=2112:-2,crop=1920:1080:t*60:80,format=yuv420p'
execFileSync('ffmpeg', ['-v', 'error', '-loop', '1', '-i', photo, '-t', '3', '-r', '30', '-vf', pan, clip])

/** Frames that the browser drew during `act`, a second. */
const drawnPerSecond = async (page: Page, act: () => Promise<unknown>): Promise<number> => {
  const devtools = await page.context().newCDPSession(page)
  let drawn = 0
  devtools.on('Tracing.dataCollected', ({ value }) => {
    drawn += value.filter(({ name }) => name === 'DirectRenderer::DrawFrame').length
  })
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['viz'] },
  })
  await act()
  const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await ended
  await devtools.detach()
  return drawn / seconds
}

/** Presses Cancel, and gives the milliseconds until `selector` matches something, measured in the page. */
const timeToStop = async (page: Page, selector: string): Promise<number> => {
  const cancel = page.getByRole('button', { name: /^Cancel / }).first()
  await cancel.waitFor()
  await page.evaluate((selector) => {
    document.addEventListener('click', () => performance.mark('clicked'), { capture: true, once: true })
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      performance.mark('stopped')
      observer.disconnect()
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  }, selector)
  await cancel.click()
  await page.locator(selector).waitFor()
  return page.evaluate(() => performance.measure('stop', 'clicked', 'stopped').duration)
}

const slide = (page: Page, name: string) =>
  page.getByRole('slider', { name, exact: true }).evaluate(async (element, seconds) => {
    const input = element as HTMLInputElement
    // React overrides the setter of the element itself.
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const [min, max] = [Number(input.min), Number(input.max)]
    const start = performance.now()
    for (let passed = 0; passed < seconds * 1000; passed = performance.now() - start) {
      await new Promise(requestAnimationFrame)
      setValue?.call(input, String(min + (max - min) * (0.5 + 0.3 * Math.sin(passed / 150))))
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, seconds)

const host = await serveStudio({ port: 0, base: '/', outDir: process.env.OUT_DIR || 'dist' })
const browser = await chromium.launch(chromiumLaunch())
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const settings = JSON.stringify({ nudged: true, recipe: { level: 'fast' } })
  await page.addInitScript((text) => localStorage.setItem('clearcut.settings', text), settings)
  for (const file of [photo, clip]) {
    await page.goto(host.url)
    await page.setInputFiles('input[type=file]', file)
    if (file === clip) await page.getByRole('button', { name: /^Make / }).click()
    const stopped = file === clip ? '[data-testid=viewer][data-state=stopped]' : 'li[data-state=cancelled]'
    console.log(`Cancel takes ${(await timeToStop(page, stopped)).toFixed(0)} ms`)
    await page.getByRole('button', { name: /^(Go on|Start again)$/ }).click()
    await page.locator('[data-testid=viewer][data-state=done]').waitFor({ timeout: 300_000 })
    await page.getByRole('radio', { name: 'Blurred' }).check({ force: true })
    for (const name of ['Shadow', 'Outline']) {
      const effect = page.getByRole('switch', { name, exact: true })
      if (!(await effect.isChecked())) await effect.click({ force: true })
    }
    const play = page.getByRole('button', { name: /^(Play|Pause)$/ }).first()
    if (file === clip && (await play.getAttribute('aria-label')) === 'Pause') await play.click()
    await page.waitForTimeout(2000)
    const rows: [string, number][] = []
    for (const name of sliders) rows.push([name, await drawnPerSecond(page, () => slide(page, name))])
    if (file === clip) {
      await play.click()
      rows.push(['playing', await drawnPerSecond(page, () => page.waitForTimeout(seconds * 1000))])
    }
    console.log(`| ${file === clip ? 'clip' : 'photo'}: slider | frames a second |\n| --- | ---: |`)
    for (const [name, rate] of rows) console.log(`| ${name} | ${rate.toFixed(0)} |`)
  }
} finally {
  await browser.close()
  await host.close()
  await rm(folder, { recursive: true })
}
