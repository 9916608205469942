import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { openChromium } from '#support/engines/chromium-browser.ts'
import {
  callExpression,
  type EngineName,
  type EnginePage,
  type PageData,
} from '#support/engines/engine-page.ts'
import { openFirefox } from '#support/engines/firefox-browser.ts'
import { openWebKit } from '#support/engines/webkit-browser.ts'

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
  /** Opens the studio as a first visit does, waits until it can be used, and puts it at the level Fast. */
  open(url: string): Promise<void>
}

const firstExisting = (...paths: readonly string[]) => paths.find((path) => existsSync(path))

/** Where the programs of Debian's packages lie; `FIREFOX_PATH` and `WEBKIT_PATH` name others. */
const findFirefox = () =>
  firstExisting(process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox')

const findWebKit = () =>
  existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb')
    ? firstExisting(
        process.env.WEBKIT_PATH ?? '',
        ...['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
      )
    : undefined

const openEngine = (engine: EngineName, downloads: string) => {
  if (engine === 'chromium') return openChromium({ downloads })
  const path = engine === 'firefox' ? findFirefox() : findWebKit()
  const packages = engine === 'firefox' ? 'firefox-esr' : 'webkit2gtk-driver and xvfb'
  base.skip(path === undefined, `${engine} is not installed: Debian has it in ${packages}`)
  return (engine === 'firefox' ? openFirefox : openWebKit)(path ?? '', { downloads })
}

export const test = base.extend<EngineOption & { readonly studio: EngineStudio }>({
  engine: ['chromium', { option: true }],
  studio: async ({ engine }, use) => {
    const downloads = await mkdtemp(join(tmpdir(), 'downloads-'))
    const browser = await openEngine(engine, downloads)
    try {
      await browser.page.resize(1280, 800)
      await use(engineStudio(browser.page))
    } finally {
      await browser.close()
      await rm(downloads, { recursive: true, force: true })
    }
  },
})

export { expect }

const engineStudio = (page: EnginePage): EngineStudio => {
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
    open: async (url) => {
      await page.open(url)
      const settings = JSON.stringify({ nudged: true, recipe: { level: 'fast' } })
      await studio.evaluate((text) => localStorage.setItem('clearcut.settings', text), settings)
      await page.open(url)
      await studio.waitFor('input[type=file]')
    },
  }
  return studio
}
