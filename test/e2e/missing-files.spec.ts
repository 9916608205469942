import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { isolationHeaders } from '#build/serve-studio.ts'
import { tinyStudio } from '#support/built-studio.ts'
import { expect, test } from '#support/studio-page.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'
import { fox, pick, rows } from './studio-flow.ts'

/**
 * A host that answers with a page in place of a file, and lets browsers keep that for ever: while a release goes out, or
 * for good where `isForGood`.
 */
const serveWithGaps = async (gaps: RegExp, isForGood = false) => {
  const studio = await serveStudio({ port: 0, base: tinyStudio.path, outDir: resolve(tinyStudio.outDir) })
  const answered: string[] = []
  const server = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming
    if (gaps.test(url) && (isForGood || !answered.includes(url))) {
      answered.push(url)
      const type = { 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=31536000, immutable' }
      response.writeHead(200, { ...isolationHeaders, ...type }).end('<!doctype html><title>Not here</title>')
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
  return { url: `http://localhost:${port}${tinyStudio.path}`, answered, close }
}

// There is no service worker here, as on a first visit, so that the page alone must get past the cache.
test('pages kept in place of scripts, styles and workers are replaced', async ({ page }) => {
  const host = await serveWithGaps(
    /\/assets\/(index|image-kind|image-workspace|image\.worker|ort\.wasm)[^/]*\.(js|css)$/,
  )
  let loads = 0
  page.on('framenavigated', () => loads++)
  await page.goto(host.url)
  await page.getByRole('button', { name: 'Open pictures' }).waitFor()
  expect(loads).toBe(2)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  const kinds = host.answered.map((path) => path.replace(/^.*\/(.*)-[\w-]{8}(\.\w+)$/, '$1$2')).sort()
  expect(kinds).toEqual(
    expect.arrayContaining([
      'index.js',
      'image-kind.js',
      'image-workspace.js',
      'image.worker.js',
      'index.css',
    ]),
  )
  expect(await page.locator('#not-loaded').isVisible()).toBe(false)
  expect(loads).toBe(2)
  await host.close()
})

test('a script that stays a page is told after one try', async ({ page }) => {
  const host = await serveWithGaps(/\/assets\/index[^/]*\.js$/, true)
  let loads = 0
  page.on('framenavigated', () => loads++)
  await page.goto(host.url)
  await expect(page.getByText('A part of Clearcut Studio could not be loaded.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loads).toBeLessThanOrEqual(2)
  // From the cache, from the list of files, and past the cache.
  expect(host.answered.length).toBeLessThanOrEqual(3)
  await host.close()
})
