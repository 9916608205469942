import type { NestedScript } from '#channel/nested-workers.ts'

/**
 * Runs a script in a worker of the page, for another worker. Messages pass between the two as if that worker had
 * started the script.
 */
addEventListener(
  'message',
  async ({ data: { url, name }, ports: [port] }: MessageEvent<NestedScript>) => {
    if (!port) throw new Error('no port')
    // Some scripts depend on their worker's name: onnxruntime's is a thread if the name begins with em-pthread.
    Object.defineProperty(globalThis, 'name', { value: name })
    globalThis.postMessage = port.postMessage.bind(port)
    try {
      await import(/* @vite-ignore */ url)
    } catch (cause) {
      // A rejected start is not otherwise reported to the other side.
      reportError(cause)
      return
    }
    port.onmessage = ({ data }) => dispatchEvent(new MessageEvent('message', { data }))
  },
  { once: true },
)
