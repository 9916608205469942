import { type Api, serve } from '#channel/serve.ts'

/** A `Worker` that serves `api` on this thread over a `MessageChannel`, because Node has no web workers. */
export const workerInProcess = (api: Api): Worker => {
  const { port1: page, port2: inside } = new MessageChannel()
  serve(api, { endpoint: inside })
  page.start()
  return Object.assign(page, {
    terminate: () => {
      page.close()
      inside.close()
    },
  }) as unknown as Worker
}
