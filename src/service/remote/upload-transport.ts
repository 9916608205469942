import { isSuccess, maxBytesOf, tooLarge } from './answer-body.ts'
import { fetchTransport, type Transport, type WireAnswer, type WireRequest } from './transport.ts'

/** Reports upload progress if the platform can; else uses `fetch`. */
export const browserTransport: Transport = async (request) => {
  const frame = request.onSent && request.body ? await openCspFrame(request.url) : null
  if (!frame) return fetchTransport(request)
  try {
    return await send(frame.newRequest(), request)
  } finally {
    frame.close()
  }
}

const send = (
  xhr: XMLHttpRequest,
  { method, url, headers, body, signal, maxBytes, onSent, onReceived }: WireRequest,
): Promise<WireAnswer> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const abort = () => {
      xhr.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    xhr.onloadend = () => signal.removeEventListener('abort', abort)
    xhr.onerror = () => reject(new TypeError('No answer'))
    const answerWith = (content: Blob) =>
      resolve({ status: xhr.status, headers: headersFrom(xhr.getAllResponseHeaders()), body: content })
    /** Aborts a request whose answer is too large. Aborting resets `status`, so it is read first. */
    const isTooLarge = (loaded: number): boolean => {
      const { status } = xhr
      const most = maxBytesOf(status, maxBytes)
      if (loaded <= most) return false
      if (isSuccess(status)) reject(tooLarge(status, most))
      else answerWith(new Blob())
      xhr.abort()
      return true
    }
    xhr.onload = () => {
      const content = xhr.response as ArrayBuffer
      if (!isTooLarge(content.byteLength)) answerWith(new Blob([content]))
    }
    xhr.onprogress = ({ loaded }) => {
      if (!isTooLarge(loaded)) onReceived?.(loaded)
    }
    const tell = ({ loaded, total }: ProgressEvent) => onSent?.(loaded, total)
    xhr.upload.onloadstart = tell
    xhr.upload.onprogress = tell
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    // A Blob of the frame could not be read after the frame is removed.
    xhr.responseType = 'arraybuffer'
    xhr.send(body ?? null)
  })

/** Read at once: a request loses its headers with its frame. */
const headersFrom = (text: string): Headers => {
  const headers = new Headers()
  for (const line of text.trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ')
    if (name) headers.append(name, value.join(': '))
  }
  return headers
}

/**
 * A frame of this page that can send only to the origin of `url`. Only `XMLHttpRequest` reports upload progress, but it
 * follows redirects with all headers. The frame's policy is checked before each hop, so the key stays with its origin
 * (D-55).
 */
type CspFrame = { newRequest(): XMLHttpRequest; close(): void }

/** In milliseconds. A frame loads fast or never. */
const loadTimeoutMs = 3000

/** Null without a document or `XMLHttpRequest`. */
const openCspFrame = async (url: string): Promise<CspFrame | null> => {
  if (typeof document === 'undefined' || typeof XMLHttpRequest === 'undefined') return null
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="connect-src ${new URL(url).origin}">`
  // Some browsers first show another document and discard it.
  const shown = new Promise<boolean>((resolve) => {
    frame.addEventListener('load', () => resolve(true), { once: true })
    setTimeout(resolve, loadTimeoutMs, false)
  })
  document.body.append(frame)
  const close = () => frame.remove()
  // If a browser shows something else, the frame's document is inaccessible.
  const inside = (await shown) && frame.contentDocument?.defaultView
  const { XMLHttpRequest: Inside } = (inside || {}) as Partial<typeof globalThis>
  if (Inside) return { newRequest: () => new Inside(), close }
  close()
  return null
}
