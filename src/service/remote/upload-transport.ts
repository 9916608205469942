import { isGood, mostBytesOf, tooLarge } from './answer-body.ts'
import { openGuardedFrame } from './guarded-frame.ts'
import { fetchTransport, type Transport, type WireAnswer, type WireRequest } from './transport.ts'

/** Tells how far an upload is where the platform can; all else goes by `fetch`. */
export const browserTransport: Transport = async (request) => {
  const frame = request.onSent && request.body ? await openGuardedFrame(request.url) : null
  if (!frame) return fetchTransport(request)
  try {
    return await send(frame.newRequest(), request)
  } finally {
    frame.close()
  }
}

const send = (
  xhr: XMLHttpRequest,
  { method, url, headers, body, signal, mostBytes, onSent, onReceived }: WireRequest,
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
    /** Ends an answer that is too large; a request that is aborted forgets what it was told. */
    const isTooLarge = (loaded: number): boolean => {
      const { status } = xhr
      const most = mostBytesOf(status, mostBytes)
      if (loaded <= most) return false
      if (isGood(status)) reject(tooLarge(status, most))
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
    // A Blob of the frame could not be read once the frame is gone.
    xhr.responseType = 'arraybuffer'
    xhr.send(body ?? null)
  })

/** Read at once, for a request forgets them with its frame. */
const headersFrom = (text: string): Headers => {
  const headers = new Headers()
  for (const line of text.trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ')
    if (name) headers.append(name, value.join(': '))
  }
  return headers
}
