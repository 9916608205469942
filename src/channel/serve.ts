import { type Endpoint, expose, releaseProxy } from 'comlink'
import type { Progress } from '#contract/progress.ts'
import { guard } from './reply.ts'
import type { Api, Served, ServedCall } from './wire.ts'
import { announceLiveness } from './worker-liveness.ts'

/** What comlink makes of a function that the page passed as a proxy. */
type PageFunction = ((progress: Progress) => Promise<void>) & { readonly [releaseProxy]: () => void }

/**
 * Serves the functions of `api` to the page that started this worker, or over `endpoint`. Calls may
 * overlap here; `openChannel` on the page's side is what takes them in turn.
 */
export const serve = (api: Api, endpoint?: Endpoint): void => {
  const running = new Map<number, AbortController>()
  const served: Served = {
    run: async (id, name, argument, onProgress) => {
      const controller = new AbortController()
      const report = onProgress as unknown as PageFunction
      running.set(id, controller)
      const reply = await guard(() =>
        functionOf(api, name)(argument, {
          signal: controller.signal,
          onProgress: (progress) => {
            // A late report would reach a page that has stopped listening.
            if (running.has(id)) report(progress).catch(() => {})
          },
        }),
      )
      running.delete(id)
      report[releaseProxy]()
      return reply
    },
    cancel: (id) => running.get(id)?.abort(),
    ping: () => {},
  }
  expose(served, endpoint)
  if (!endpoint) announceLiveness()
}

const functionOf = (api: Api, name: string): ((argument: unknown, call: ServedCall) => Promise<unknown>) => {
  if (!Object.hasOwn(api, name)) throw new TypeError(`This worker serves no ${name}`)
  return api[name] as (argument: unknown, call: ServedCall) => Promise<unknown>
}
