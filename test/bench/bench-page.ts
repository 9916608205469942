import { chromium } from 'playwright'
import { createServer } from 'vite'
import { isolationHeaders } from '#build/serve-studio.ts'
import { chromiumLaunch } from '#support/chromium.ts'

export type BenchPage = {
  /** Sends `files` and `rest` to a fresh worker and resolves with its one answer. */
  ask<Answer>(script: `/test/bench/${string}.ts`, files: readonly Buffer[], rest: object): Promise<Answer>
  close(): Promise<void>
}

/** An empty, isolated page in a real Chromium whose workers are this repository's modules. */
export async function openBenchPage(): Promise<BenchPage> {
  const server = await createServer({
    appType: 'custom',
    logLevel: 'error',
    server: { port: Number(process.env.BENCH_PORT ?? 0) },
  })
  server.middlewares.use('/bench', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', ...isolationHeaders }).end('<!doctype html>')
  })
  await server.listen()
  const browser = await chromium.launch(chromiumLaunch())
  const page = await browser.newPage()
  await page.goto(new URL('bench', server.resolvedUrls?.local[0]).href)
  return {
    ask: (script, files, rest) =>
      page.evaluate(
        async ({ script, encoded, rest }) => {
          const blobs = await Promise.all(
            encoded.map(async (base64) => (await fetch(`data:image/jpeg;base64,${base64}`)).blob()),
          )
          const worker = new Worker(script, { type: 'module' })
          try {
            return await new Promise<never>((resolve, reject) => {
              worker.onmessage = ({ data }) => resolve(data as never)
              worker.onerror = ({ message }) => reject(new Error(message))
              worker.postMessage({ ...rest, photos: blobs })
            })
          } finally {
            worker.terminate()
          }
        },
        { script, encoded: files.map((file) => file.toString('base64')), rest },
      ),
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}
