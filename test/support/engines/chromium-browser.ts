import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromiumLaunch } from '#support/chromium.ts'
import type { EngineBrowser, EngineOptions } from './engine-page.ts'

/** The value of Chromium's content settings for "do not allow". */
const block = 2

/** Chromium by Playwright, without a window. Every context of Playwright is a private one. */
export async function openChromium({ downloads, storage }: EngineOptions): Promise<EngineBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'chromium-'))
  if (storage === 'refused') {
    const preferences = { profile: { default_content_setting_values: { cookies: block } } }
    await mkdir(join(profile, 'Default'))
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  }
  const settings = {
    locale: 'en-GB',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    // The test runner would apply its own default otherwise.
    serviceWorkers: 'allow',
  } as const
  const launch = chromiumLaunch({ whole: true })
  // Only a context with a profile has preferences; only one without is private.
  const browser = storage === 'refused' ? null : await chromium.launch(launch)
  const context = browser
    ? await browser.newContext(settings)
    : await chromium.launchPersistentContext(profile, { ...launch, ...settings })
  const page = await context.newPage()
  page.on('download', (download) => void download.saveAs(join(downloads, download.suggestedFilename())))
  return {
    page: {
      engine: 'chromium',
      open: async (url) => {
        await page.goto(url)
      },
      evaluateExpression: (expression) => page.evaluate(expression),
      chooseFiles: (selector, paths) => page.setInputFiles(selector, [...paths]),
      press: (key) => page.keyboard.press(key),
      drawByFinger: async (points) => {
        const session = await context.newCDPSession(page)
        const [first, ...others] = points
        if (first)
          await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [first] })
        for (const point of others)
          await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
        await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
        await session.detach()
      },
      resize: (width, height) => page.setViewportSize({ width, height }),
      screenshot: () => page.screenshot(),
    },
    close: async () => {
      await context.close()
      await browser?.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
