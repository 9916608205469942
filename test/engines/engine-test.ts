import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type TestInfo } from '@playwright/test'
import { openChromium } from '#support/engines/chromium-browser.ts'
import {
  callExpression,
  type EngineBrowser,
  type EngineName,
  type EngineOptions,
  type EnginePage,
  type PageData,
} from '#support/engines/engine-page.ts'
import { findFirefox, findWebKit } from '#support/engines/find-engines.ts'
import { openFirefox } from '#support/engines/firefox-browser.ts'
import { openWebKit } from '#support/engines/webkit-browser.ts'

/** The tag of tests that `npm run test:engines` runs and `npm test` leaves out, because of what they cost. */
export const enginesOnly = '@engines-only'

export type EngineOption = { readonly engine: EngineName }

/** A page of the engine that the project names, and what tests do there. */
export type EngineStudio = {
  readonly page: EnginePage
  /** `fn` runs in the page, so it sees nothing of the file that it is written in. */
  evaluate<Argument extends PageData, Value>(
    fn: (argument: Argument) => Value,
    argument: Argument,
  ): Promise<Awaited<Value>>
  /** Waits until the selector matches something. */
  waitFor(selector: string): Promise<void>
  /** Waits until so many elements match the selector. */
  waitForCount(selector: string, count: number): Promise<void>
  /** Clicks the first element that the selector matches. */
  click(selector: string): Promise<void>
  /** The next file that the browser saves, when it is whole. */
  saved(act: () => Promise<void>): Promise<{ readonly name: string; readonly bytes: Buffer }>
}

const openEngine = async (engine: EngineName, options: EngineOptions): Promise<EngineBrowser> => {
  if (engine === 'chromium') return openChromium(options)
  const path = engine === 'firefox' ? findFirefox() : findWebKit()
  const packages = engine === 'firefox' ? 'firefox-esr' : 'webkit2gtk-driver and xvfb'
  base.skip(path === undefined, `${engine} is not installed: Debian has it in ${packages}`)
  return (engine === 'firefox' ? openFirefox : openWebKit)(path ?? '', options)
}

type Opened = { readonly browser: EngineBrowser; readonly downloads: string }

/** A page of another browser, with this storage; the browser is closed when the test ends. */
type OpenWith = (storage: NonNullable<EngineOptions['storage']>) => Promise<EngineStudio>

/** One browser for all tests of an engine: starting one costs more CPU time than most tests. */
export const test = base.extend<
  { readonly studio: EngineStudio; readonly openWith: OpenWith },
  EngineOption & { readonly openOnce: () => Promise<Opened> }
>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  openOnce: [
    async ({ engine }, use) => {
      const downloads = await mkdtemp(join(tmpdir(), 'downloads-'))
      let opened: Opened | undefined
      await use(async () => (opened ??= { browser: await openEngine(engine, { downloads }), downloads }))
      await opened?.browser.close()
      await rm(downloads, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  studio: async ({ openOnce }, use, testInfo) => {
    const { browser, downloads } = await openOnce()
    await browser.page.resize(1280, 800)
    const studio = engineStudio(browser.page, downloads)
    await use(studio)
    await attachPage(browser, testInfo)
    // The next test has the same tab, where the list would be back.
    await studio
      .evaluate(() => document.querySelector<HTMLElement>('[aria-label="Clear all"]')?.click(), null)
      .catch(() => {})
  },
  openWith: async ({ engine }, use, testInfo) => {
    const downloads = await mkdtemp(join(tmpdir(), 'downloads-'))
    const opened: EngineBrowser[] = []
    await use(async (storage) => {
      const browser = await openEngine(engine, { downloads, storage })
      opened.push(browser)
      return engineStudio(browser.page, downloads)
    })
    for (const browser of opened) {
      await attachPage(browser, testInfo)
      await browser.close()
    }
    await rm(downloads, { recursive: true, force: true })
  },
})

export { expect }

/** What the page of a failed test says. */
const attachPage = async ({ page }: EngineBrowser, testInfo: TestInfo): Promise<void> => {
  if (testInfo.status === testInfo.expectedStatus) return
  const body = await page.evaluateExpression('document.querySelector("main")?.innerText').catch(String)
  await testInfo.attach('page', { body: String(body) })
}

const engineStudio = (page: EnginePage, downloads: string): EngineStudio => {
  const studio: EngineStudio = {
    page,
    evaluate: <Argument extends PageData, Value>(fn: (argument: Argument) => Value, argument: Argument) =>
      page.evaluateExpression(callExpression(String(fn), argument)) as Promise<Awaited<Value>>,
    waitFor: (selector) =>
      expect
        .poll(() => studio.evaluate((wanted) => document.querySelector(wanted) !== null, selector), {
          message: `the page has ${selector}`,
        })
        .toBe(true),
    waitForCount: (selector, count) =>
      expect
        .poll(() => studio.evaluate((wanted) => document.querySelectorAll(wanted).length, selector), {
          message: `the page has ${count} of ${selector}`,
        })
        .toBe(count),
    click: async (selector) => {
      await studio.waitFor(selector)
      await studio.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector)
    },
    saved: async (act) => {
      const before = new Set(await readdir(downloads))
      await act()
      // Firefox writes under another name first, and holds the place with an empty file.
      const find = async () => {
        const names = (await readdir(downloads)).filter((name) => !before.has(name))
        if (names.some((name) => /\.(part|wkdownload)$/.test(name))) return undefined
        for (const name of names) {
          const bytes = await readFile(join(downloads, name))
          if (bytes.length > 0) return { name, bytes }
        }
        return undefined
      }
      await expect.poll(find, { message: 'a file is saved' }).toBeDefined()
      const file = await find()
      if (!file) throw new Error('the saved file is gone')
      await rm(join(downloads, file.name))
      return file
    },
  }
  return studio
}

/** Opens the dialog "Engine and storage", reads it, and closes it by Escape. */
export const engineFacts = async (studio: EngineStudio): Promise<string> => {
  await studio.click('button[aria-label^="On this device"]')
  await studio.waitFor('dialog[open] dd')
  const text = await studio.evaluate(() => document.querySelector('dialog[open] dl')?.textContent ?? '', null)
  await studio.page.press('Escape')
  await studio.waitForCount('dialog[open]', 0)
  return text
}
