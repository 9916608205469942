import { createServer } from 'vite'
import { expect, test } from 'vitest'
import { contentPolicy } from '#build/content-policy.ts'
import { policyHeader } from '#contract/content-policy.ts'

test('hot reload runs under the policy, with or without the service worker', async () => {
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    plugins: [contentPolicy()],
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, ws: false },
  })
  try {
    await server.listen()
    const page = await fetch(server.resolvedUrls?.local[0] ?? '')
    const inline = "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'"
    expect(page.headers.get(policyHeader)).toContain(inline)
    expect(await page.text()).toContain(inline)
  } finally {
    await server.close()
  }
})
