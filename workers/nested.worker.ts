import type { NestedScript } from '#channel/nested-workers.ts'

/**
 * Runs a script in a worker of the page, for another worker that wanted to start it. Messages go back and forth between
 * the two as if that worker had started it.
 */
addEventListener(
  'message',
  async ({ data: { url, name }, ports: [port] }: MessageEvent<NestedScript>) => {
    if (!port) throw new Error('no port')
    // Scripts tell by their name what they are: onnxruntime's is a thread where it begins with em-pthread.
    Object.defineProperty(globalThis, 'name', { value: name })
    globalThis.postMessage = port.postMessage.bind(port)
    try {
      await import(/* @vite-ignore */ url)
    } catch (cause) {
      // A rejected start would not reach the other side by itself.
      reportError(cause)
      return
    }
    port.onmessage = ({ data }) => dispatchEvent(new MessageEvent('message', { data }))
  },
  { once: true },
)
