import { chromium } from 'playwright'
import { serveStudio } from '#build/serve-studio.ts'
import { chromiumLaunch } from './chromium.ts'

/**
 * `npm run build`, then `npm run screenshot`: the README's picture of the page, with the samples cut out as on a first
 * visit.
 */
const file = '.github/screenshot.png'
const samples = ['plush-fox', 'leafy-plant', 'lemonade', 'dropper-bottle'].map((name) => `${name}.jpg`)

const { url, close } = await serveStudio({ port: 0, base: '/', outDir: 'dist' })
// The headless shell sets words too close to each other.
const browser = await chromium.launch(chromiumLaunch({ whole: true }))
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(url)
  await page.locator('input[type=file]').setInputFiles(samples.map((name) => `public/samples/${name}`))
  const list = page.getByRole('list', { name: 'Pictures' })
  const rows = list.getByRole('listitem').filter({ hasText: /Done|Needs a look/ })
  await rows.nth(samples.length - 1).waitFor({ timeout: 0 })
  // The tiles of the settings, which show the result too, come after it.
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: file })
} finally {
  await browser.close()
  await close()
}
