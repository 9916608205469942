import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'
import { chromiumLaunch } from '#support/chromium.ts'
import { serveStudio } from '../../src/build/serve-studio.ts'

/**
 * How long a first visitor waits for a photo at Balanced on a line of 20 Mbit/s: from the drop to the first cut-out and
 * to the final one, and what was fetched until then. The photo is dropped as soon as the page can take it. `npm run
 * build`, then `npm run bench:first-look`. Chromium cannot slow down what workers fetch, so the server does.
 */
const bytesPerSecond = 2.5e6
const roundTripMs = 40
const host = await serveStudio({ port: 0, base: '/', outDir: process.env.OUT_DIR || 'dist' })
let sentBytes = 0
/** When the line is free again, in milliseconds: all answers share it. */
let freeAt = 0
const line = createServer((request, response) => {
  get(
    new URL(request.url ?? '/', host.url),
    { headers: request.headers },
    async (answer: IncomingMessage) => {
      await sleep(roundTripMs)
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += 16_384) {
          const piece = chunk.subarray(at, at + 16_384)
          freeAt = Math.max(freeAt, performance.now()) + (1000 * piece.length) / bytesPerSecond
          await sleep(Math.max(0, freeAt - performance.now()))
          sentBytes += piece.length
          await new Promise((resolve) => response.write(piece, resolve))
        }
      }
      response.end()
    },
  ).on('error', () => response.destroy())
})
line.listen(0)
await once(line, 'listening')
const address = line.address()
const browser = await chromium.launch(chromiumLaunch())
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const opened = performance.now()
  await page.goto(`http://localhost:${typeof address === 'object' && address ? address.port : 0}/`)
  await page.getByRole('button', { name: 'Open pictures' }).waitFor()
  const dropped = performance.now()
  const row = (what: string) => {
    const seconds = ((performance.now() - dropped) / 1000).toFixed(1)
    console.log(`| ${what} | ${seconds} | ${(sentBytes / 1e6).toFixed(1)} |`)
  }
  console.log(`Page ready ${((dropped - opened) / 1000).toFixed(1)} s after it was opened.\n`)
  console.log('| from the drop to | seconds | MB fetched |\n| --- | ---: | ---: |')
  row('the drop itself')
  await page.setInputFiles('input[type=file]', 'public/samples/plush-fox.jpg')
  await page.locator('[data-testid=viewer][data-state=done]').waitFor({ timeout: 300_000 })
  await page.getByAltText('plush-fox.jpg, background removed').first().waitFor()
  row('the first cut-out')
  await page.getByTestId('first-look').waitFor({ state: 'detached', timeout: 300_000 })
  await page.locator('[data-testid=viewer][data-updating=false]').waitFor()
  row('the final cut-out')
} finally {
  await browser.close()
  line.closeAllConnections()
  line.close()
  await host.close()
}
