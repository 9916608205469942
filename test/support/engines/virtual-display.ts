import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type VirtualDisplay = {
  /** What `DISPLAY` is set to. */
  readonly name: string
  stop(): Promise<void>
}

/** Starts Xvfb, an X server without a screen, on a display that is free. The caller stops it. */
export async function startDisplay(): Promise<VirtualDisplay> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once('data', (text: Buffer) => resolve(text.toString().trim()))
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
  return {
    name: `:${number}`,
    stop: async () => {
      if (server.exitCode !== null) return
      server.kill()
      await once(server, 'exit')
    },
  }
}
