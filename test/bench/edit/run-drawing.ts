import { chromium } from 'playwright'
import { createServer } from 'vite'
import { chromiumLaunch } from '#support/chromium.ts'

// Measures how long a stroke holds the main thread while it is drawn, before any result: `npm run bench:drawing`.
const server = await createServer({ appType: 'custom', logLevel: 'error', server: { port: 0 } })
server.middlewares.use('/bench', (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>')
})
await server.listen()
const browser = await chromium.launch(chromiumLaunch())
try {
  const page = await browser.newPage()
  await page.goto(new URL('bench', server.resolvedUrls?.local[0]).href)
  const script = '/test/bench/edit/draw-strokes.ts'
  const rounded = (value: number) => Number(value.toFixed(1))
  for (const ratio of [1, 2])
    for (const { brush, ...times } of await page.evaluate(
      async ({ script, ratio }) =>
        ((await import(script)) as typeof import('./draw-strokes.ts')).drawStrokes(ratio),
      { script, ratio },
    ))
      console.log(brush, Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, rounded(ms)])))
} finally {
  await browser.close()
  await server.close()
}
