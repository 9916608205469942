import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hungTestMs } from '../patience.ts'
import type { EngineBrowser, EngineOptions, EnginePage, PagePoint } from './engine-page.ts'
import { startDisplay } from './virtual-display.ts'

/** MiniBrowser of WebKitGTK by classic WebDriver (https://www.w3.org/TR/webdriver2/), on a display of its own. */
export async function openWebKit(binary: string, { downloads }: EngineOptions): Promise<EngineBrowser> {
  const display = await startDisplay()
  const config = await mkdtemp(join(tmpdir(), 'webkit-'))
  await writeGtkSettings(config, downloads)
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: config,
      // A container has no system bus and may not create namespaces.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      NO_AT_BRIDGE: '1',
      // The slowest compiler of WASM costs more than it saves on pages that live for seconds.
      JSC_useOMGJIT: '0',
    },
  })
  const stop = async () => {
    await end(driver)
    await display.stop()
    await rm(config, { recursive: true, force: true })
  }
  try {
    const send = connect(`http://127.0.0.1:${port}`)
    await retried(() => send('GET', '/status'))
    const { sessionId } = (await send('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          timeouts: { script: scriptTimeoutMs, pageLoad: scriptTimeoutMs },
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        },
      },
    })) as { sessionId: string }
    const command: Send = (method, path, body) => send(method, `/session/${sessionId}${path}`, body)
    return {
      page: webKitPage(command),
      close: async () => {
        await command('DELETE', '').catch(() => undefined)
        await stop()
      },
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/**
 * No animations, which is what a page sees as reduced motion: without a GPU, each frame of one is painted by the
 * processor. Then where downloads go.
 */
const writeGtkSettings = async (config: string, downloads: string): Promise<void> => {
  await mkdir(join(config, 'gtk-3.0'))
  await writeFile(join(config, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  await writeFile(join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
}

const webKitPage = (command: Send): EnginePage => {
  const element = async (selector: string): Promise<string> =>
    `/element/${Object.values((await command('POST', '/element', { using: 'css selector', value: selector })) as object)[0]}`
  return {
    engine: 'webkit',
    open: async (url) => {
      await command('POST', '/url', { url })
    },
    evaluateExpression: async (expression) => {
      const outcome = (await command('POST', '/execute/async', {
        script: `const done = arguments[0]
          Promise.resolve(${expression}).then((value) => done({ value }), (cause) => done({ error: String(cause) }))`,
        args: [],
      })) as { value?: unknown; error?: string }
      if (outcome.error !== undefined) throw new Error(outcome.error)
      return outcome.value
    },
    chooseFiles: async (selector, paths) => {
      const input = await retried(() => element(selector))
      await command('POST', `${input}/value`, { text: paths.join('\n') })
    },
    press: async (key) => {
      const steps = ['keyDown', 'keyUp'].map((type) => ({ type, value: key === 'Escape' ? escapeKey : key }))
      await command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions: steps }] })
    },
    drawByFinger: async ([first, ...others]) => {
      const move = ({ x, y }: PagePoint) => ({ type: 'pointerMove', duration: 0, x, y })
      if (!first) return
      const steps = [
        move(first),
        { type: 'pointerDown', button: 0 },
        ...others.map(move),
        { type: 'pointerUp', button: 0 },
      ]
      const finger = { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions: steps }
      await command('POST', '/actions', { actions: [finger] })
    },
    resize: async (width, height) => {
      await command('POST', '/window/rect', { width, height })
    },
    screenshot: async () => Buffer.from(String(await command('GET', '/screenshot')), 'base64'),
  }
}

/** What WebDriver sends for the key Escape. */
const escapeKey = '\uE00C'

type Send = (method: string, path: string, body?: object) => Promise<unknown>

const scriptTimeoutMs = hungTestMs

const connect =
  (base: string): Send =>
  async (method, path, body) => {
    const answer = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: { message?: string } }
    if (!answer.ok) throw new Error(`WebDriver: ${method} ${path}: ${value?.message}`)
    return value
  }

/** What `task` gives, after up to ten seconds in which it fails. */
const retried = async <T>(task: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      return await task()
    } catch (cause) {
      if (tries === 100) throw cause
      await sleep(100)
    }
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
