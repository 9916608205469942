import { openGuardedFrame } from './guarded-frame.ts'
import { fetchTransport, type Transport, type WireAnswer, type WireRequest } from './transport.ts'

/** Tells how far an upload is where the platform can; all else goes by `fetch`. */
export const browserTransport: Transport = async (request) => {
  const frame = request.onSent && request.body ? openGuardedFrame(request.url) : null
  if (!frame) return fetchTransport(request)
  try {
    return await send(frame.newRequest(), request)
  } finally {
    frame.close()
  }
}

const send = (
  xhr: XMLHttpRequest,
  { method, url, headers, body, signal, onSent, onLife }: WireRequest,
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
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        headers: { get: (name) => xhr.getResponseHeader(name) },
        body: xhr.response as Blob,
      })
    xhr.onprogress = () => onLife?.()
    xhr.upload.onprogress = ({ loaded, total }) => onSent?.(loaded, total)
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.responseType = 'blob'
    xhr.send(body ?? null)
  })
