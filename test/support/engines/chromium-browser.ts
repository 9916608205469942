import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromiumLaunch } from '#support/chromium.ts'
import type { EngineBrowser, EngineOptions } from './engine-page.ts'

/** Chromium by Playwright, without a window. Every context of Playwright is a private one. */
export async function openChromium({ downloads }: EngineOptions): Promise<EngineBrowser> {
  const browser = await chromium.launch(chromiumLaunch())
  const context = await browser.newContext({
    locale: 'en-GB',
    hasTouch: true,
    reducedMotion: 'reduce',
    acceptDownloads: true,
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
      clickElement: (selector) => page.click(selector),
      tapElement: (selector) => page.tap(selector),
      chooseFiles: (selector, paths) => page.setInputFiles(selector, [...paths]),
      press: (key) => page.keyboard.press(key),
      resize: (width, height) => page.setViewportSize({ width, height }),
      screenshot: () => page.screenshot(),
    },
    close: () => browser.close(),
  }
}
