import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type SlowHost = {
  readonly url: string
  /** Model files that are asked for now come at their full speed, and so do all later ones. */
  release(): void
  close(): void
}

/**
 * Passes on what `studioUrl` serves. Model files come at a byte a second, which no client takes for a broken
 * connection, until they are released.
 */
export const serveSlowModels = async (studioUrl: string): Promise<SlowHost> => {
  let isSlow = true
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(new URL(url, studioUrl))
    const bytes = Buffer.from(await answer.arrayBuffer())
    const headers = [...answer.headers].filter(
      ([name]) => !/^(content-(encoding|length)|transfer-encoding|connection|keep-alive)$/.test(name),
    )
    response.writeHead(answer.status, Object.fromEntries(headers))
    let sent = 0
    while (isSlow && url.includes('/models/') && sent < bytes.length - 1 && !response.destroyed) {
      response.write(bytes.subarray(sent, ++sent))
      await sleep(1000)
    }
    response.end(bytes.subarray(sent))
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}${new URL(studioUrl).pathname}`,
    release: () => {
      isSlow = false
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
