import puppeteer from 'puppeteer-core'
import { hungTestMs } from '../patience.ts'
import type { EngineBrowser, EngineOptions } from './engine-page.ts'

/** What the setting "All cookies" of Firefox's "Custom" protection stands for. */
const refuseAll = 2

/** Firefox by WebDriver BiDi, without a window. */
export async function openFirefox(
  executablePath: string,
  { downloads, storage }: EngineOptions,
): Promise<EngineBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    protocolTimeout: hungTestMs,
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'browser.download.useDownloadDir': true,
      'intl.accept_languages': 'en-GB',
      // Where no GPU is, animations cost more than the work that they tell of.
      'ui.prefersReducedMotion': 1,
      // A service worker that hears nothing is ended after 20 s instead of 60, so that tests need not wait that long.
      'dom.serviceWorkers.idle_timeout': 10_000,
      'dom.serviceWorkers.idle_extended_timeout': 10_000,
      ...(storage === 'private' && { 'browser.privatebrowsing.autostart': true }),
      ...(storage === 'refused' && { 'network.cookie.cookieBehavior': refuseAll }),
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
      drawByFinger: async ([first, ...others]) => {
        if (!first) return
        const finger = await page.touchscreen.touchStart(first.x, first.y)
        for (const { x, y } of others) await finger.move(x, y)
        await finger.end()
      },
      resize: (width, height) => page.setViewport({ width, height }),
      screenshot: async () => Buffer.from(await page.screenshot()),
    },
    close: () => browser.close(),
  }
}
