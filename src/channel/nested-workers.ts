import { transfer } from 'comlink'

/**
 * Workers that the page starts for a worker. In Firefox 153 on a busy machine, one in 20 to 50 calls of the constructor
 * `Worker` inside a worker never returns, and that worker hangs; of 900 calls on a page all returned. So in Firefox the
 * page starts the workers of workers (threads of the network, ffmpeg, WebP) and connects the two by a port.
 */

/** A script for `workers/nested.worker.ts` to run. */
export type NestedScript = { readonly url: string; readonly name: string }

/** The page's side, as called by a worker. The worker numbers its nested workers. */
export interface NestedWorkerHost {
  start(id: number, script: NestedScript, port: MessagePort): void
  terminate(id: number): void
}

/** The page's side for one worker. The caller must call `terminateAll` when that worker ends. */
export const hostNestedWorkers = (
  onFault: (id: number, message: string) => void,
  spawn: () => Worker = spawnNested,
): NestedWorkerHost & { terminateAll(): void } => {
  const running = new Map<number, Worker>()
  let isOver = false
  const terminate = (id: number) => {
    running.get(id)?.terminate()
    running.delete(id)
  }
  return {
    start: (id, script, port) => {
      if (isOver) return
      const worker = spawn()
      running.set(id, worker)
      worker.onerror = (event) => {
        event.preventDefault()
        onFault(id, event.message)
      }
      worker.postMessage(script, [port])
    },
    terminate,
    terminateAll: () => {
      isOver = true
      for (const id of running.keys()) terminate(id)
    },
  }
}

const spawnNested = () =>
  new Worker(new URL('../../workers/nested.worker.ts', import.meta.url), { type: 'module' })

/** The worker's side: it replaces the constructor `Worker`. */
interface NestedWorkers {
  /** From now on `host` starts the workers of `scope`, except those of a `blob:` URL. */
  startBy(host: NestedWorkerHost, scope?: { Worker: WorkerConstructor }): void
  /** Reports an uncaught exception, or a script that failed to load. */
  reportFault(id: number, message: string): void
}

type WorkerConstructor = new (url: string | URL, options?: WorkerOptions) => Worker

export const createNestedWorkers = (): NestedWorkers => {
  const running = new Map<number, NestedWorker>()
  let started = 0
  return {
    startBy: (host, scope = globalThis) => {
      const Native = scope.Worker
      const start = (url: string | URL, options?: WorkerOptions): Worker => {
        // The creator of such a URL may revoke it before the page reads it, as the AAC encoder does.
        if (String(url).startsWith('blob:')) return new Native(url, options)
        const id = ++started
        const { port1, port2 } = new MessageChannel()
        const worker = new NestedWorker(port1, () => {
          running.delete(id)
          host.terminate(id)
        })
        running.set(id, worker)
        host.start(
          id,
          { url: new URL(url, location.href).href, name: options?.name ?? '' },
          transfer(port2, [port2]),
        )
        return worker
      }
      scope.Worker = new Proxy(Native, {
        construct: (_, [url, options]: ConstructorParameters<WorkerConstructor>) => start(url, options),
      })
    },
    reportFault: (id, message) =>
      running.get(id)?.dispatch(Object.assign(new Event('error'), { message }) as ErrorEvent),
  }
}

/** A worker that the page runs, on the other side of `port`. Its messages contain no ports. */
class NestedWorker extends EventTarget implements Worker {
  onmessage: Worker['onmessage'] = null
  onmessageerror: Worker['onmessageerror'] = null
  onerror: Worker['onerror'] = null
  readonly #port: MessagePort
  readonly #end: () => void

  constructor(port: MessagePort, end: () => void) {
    super()
    this.#port = port
    this.#end = end
    port.onmessage = ({ data }) => this.dispatch(new MessageEvent('message', { data }))
  }

  postMessage(message: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void {
    this.#port.postMessage(message, Array.isArray(transfer) ? { transfer } : transfer)
  }

  terminate(): void {
    this.#port.close()
    this.#end()
  }

  dispatch(event: MessageEvent | ErrorEvent): void {
    if (event instanceof MessageEvent) this.onmessage?.(event)
    else this.onerror?.(event)
    this.dispatchEvent(event)
  }
}
