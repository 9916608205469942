import puppeteer from 'puppeteer-core'
import type { EngineBrowser, EngineOptions } from './engine-page.ts'

/** Firefox by WebDriver BiDi, without a window. */
export async function openFirefox(
  executablePath: string,
  { downloads }: EngineOptions,
): Promise<EngineBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    protocolTimeout: 300_000,
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.useDownloadDir': true,
      'intl.accept_languages': 'en-GB',
      // Where no GPU is, animations cost more than the work that they tell of.
      'ui.prefersReducedMotion': 1,
    },
  })
  const [page = await browser.newPage()] = await browser.pages()
  return {
    page: {
      engine: 'firefox',
      open: async (url) => {
        await page.goto(url)
      },
      evaluateExpression: (expression) => page.evaluate(expression),
      chooseFiles: async (selector, paths) => {
        const input = await page.waitForSelector(selector)
        await (input as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(...paths)
      },
      press: (key) => page.keyboard.press(key as Parameters<typeof page.keyboard.press>[0]),
      resize: (width, height) => page.setViewport({ width, height }),
      screenshot: async () => Buffer.from(await page.screenshot()),
    },
    close: () => browser.close(),
  }
}
