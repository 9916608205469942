import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromiumLaunch } from '#support/chromium.ts'
import type { EngineBrowser, EngineOptions } from './engine-page.ts'

/** Chromium by Playwright, without a window. Every context of Playwright is a private one. */
export async function openChromium({ downloads }: EngineOptions): Promise<EngineBrowser> {
  const browser = await chromium.launch(chromiumLaunch({ whole: true }))
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    // The test runner would apply its own default otherwise.
    serviceWorkers: 'allow',
  })
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
      resize: (width, height) => page.setViewportSize({ width, height }),
      screenshot: () => page.screenshot(),
    },
    close: () => browser.close(),
  }
}
