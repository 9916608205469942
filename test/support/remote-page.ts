import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { isolationHeaders } from '#build/serve-studio.ts'
import type { openRemoteService } from '#service/remote/remote-service.ts'
import { openFetchServer } from './fetch-server.ts'

declare global {
  /** What `openRemotePage` puts into a page. */
  var Remote: { readonly openRemoteService: typeof openRemoteService }
}

const bundle = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: 'src/service/remote/remote-service.ts', formats: ['iife'], name: 'Remote' },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  if (!first || !('output' in first)) throw new Error('The remote client was not built')
  return first.output[0].code
}

let code: Promise<string> | undefined

/**
 * An empty page with the content policy and the headers of the studio, and the remote client alone in it.
 * Answers how to close it.
 */
export const openRemotePage = async (page: Page): Promise<() => Promise<void>> => {
  code ??= bundle()
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(
    readFileSync('index.html', 'utf8'),
  )
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy?.[1] ?? "default-src 'none'"}">`
  const body = `<!doctype html><html lang="en"><head>${head}<title>Client</title></head><body></body></html>`
  // A real server: Chromium forbids a page that came from no network address to ask this machine.
  const server = await openFetchServer(
    0,
    async () => new Response(body, { headers: { 'Content-Type': 'text/html', ...isolationHeaders } }),
  )
  await page.goto(server.origin)
  await page.evaluate(`${await code}; globalThis.Remote = Remote`)
  return server.close
}
