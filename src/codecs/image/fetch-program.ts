import { ServiceError } from '#contract/service-error.ts'

/**
 * Fetches the WASM of a decoder. Rejects with the reason `worker_not_loaded` where it cannot be had, or a host answers with
 * something else.
 */
export const fetchProgram = async (url: string): Promise<ArrayBuffer> => {
  const bytes = await fetch(url).then(
    (response) => response.arrayBuffer(),
    () => null,
  )
  if (!bytes || !WebAssembly.validate(bytes)) throw decoderNotLoaded()
  return bytes
}

/** Of a decoder that did not come, as on a page that went offline. It says nothing of the picture. */
export const decoderNotLoaded = (cause?: unknown): ServiceError =>
  new ServiceError('internal_server_error', { reason: 'worker_not_loaded', cause })
