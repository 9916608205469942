import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { tinyStudio } from '#support/built-studio.ts'
import { expect, test } from '#support/studio-page.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'
import { fox, pick, rows } from './studio-flow.ts'

/** A host that lacks all scripts from `release` on, until a page is loaded or for good; and `gaps` always. */
const serveWithGaps = async (gaps = /^$/) => {
  const studio = await serveStudio({ port: 0, base: tinyStudio.path, outDir: resolve(tinyStudio.outDir) })
  let pages = 0
  let released: 'no' | 'yes' | 'badly' = 'no'
  const server = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming
    if (url === tinyStudio.path && method === 'GET') {
      pages++
      if (released === 'yes') released = 'no'
    }
    if (gaps.test(url) || (released !== 'no' && url.endsWith('.js'))) {
      response.writeHead(404).end()
      return
    }
    const passed = forward(new URL(url, studio.url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await studio.close()
  }
  const release = (how: 'yes' | 'badly' = 'yes') => {
    released = how
  }
  return { url: `http://localhost:${port}${tinyStudio.path}`, pages: () => pages, release, close }
}

const opener = (page: Page) => page.getByRole('button', { name: /^Open pictures/ })
const notLoaded = (page: Page) => page.getByText('A part of the studio could not be loaded.').first()

test('a page whose release is gone is loaded once more', async ({ page }) => {
  const host = await serveWithGaps()
  await page.goto(host.url)
  await opener(page).waitFor()
  host.release()
  await opener(page).hover()
  await expect.poll(host.pages).toBe(2)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  expect(host.pages()).toBe(2)
  await host.close()
})

test('a kept page without scripts is loaded once more only', async ({ page }) => {
  const host = await serveWithGaps()
  await page.goto(host.url)
  await opener(page).waitFor()
  // The scripts of the first view are in the HTTP cache.
  host.release('badly')
  await opener(page).hover()
  await expect.poll(host.pages).toBe(2)
  await opener(page).waitFor()
  await pick(page, fox)
  await expect(notLoaded(page)).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(host.pages()).toBe(2)
  await host.close()
})

test('a script that is missing alone is told without a reload', async ({ page }) => {
  const host = await serveWithGaps(/\/assets\/image-kind[^/]*\.js$/)
  await page.goto(host.url)
  await opener(page).waitFor()
  await pick(page, fox)
  await expect(notLoaded(page)).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(host.pages()).toBe(1)
  await host.close()
})

test('a page without a network stays, and says what it lacks', async ({ page, context }) => {
  const host = await serveWithGaps()
  await page.goto(host.url)
  await opener(page).waitFor()
  await context.setOffline(true)
  await pick(page, fox)
  await expect(notLoaded(page)).toBeAttached()
  await expect(opener(page)).toBeVisible()
  await context.setOffline(false)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  expect(host.pages()).toBe(1)
  await host.close()
})
