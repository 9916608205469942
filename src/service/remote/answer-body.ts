import { ServiceError } from '#contract/service-error.ts'
import { collectBlob } from '#service/read-link.ts'

/** Limits for reading an answer, in bytes. */
export type AnswerLimits = Readonly<Record<'json' | 'image' | 'result', number>>

export const answerLimits: AnswerLimits = { json: 1_000_000, image: 200_000_000, result: 2_000_000_000 }

/** Reads a body of at most `maxBytes`; a longer one is refused with an `upstream_error`. */
export const readBody = async (
  { body, status }: Pick<Response, 'body' | 'status'>,
  maxBytes: number,
  onReceived?: (loaded: number) => void,
  refuse: (status: number, maxBytes: number) => ServiceError = tooLarge,
): Promise<Blob> => {
  const found = collectBlob()
  const reader = body?.getReader() // Safari cannot iterate over a stream.
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (found.size + part.value.byteLength > maxBytes) {
      void reader?.cancel().catch(() => {})
      throw refuse(status, maxBytes)
    }
    found.add(part.value)
    onReceived?.(found.size)
  }
  return found.end()
}

/** Whether an HTTP status means that the request was accepted. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The limit of a body: lower for errors, which are short. */
export const maxBytesOf = (status: number, maxBytes: number): number =>
  isSuccess(status) ? maxBytes : Math.min(maxBytes, answerLimits.json)

/** The error of an answer longer than `maxBytes`. */
export const tooLarge = (status: number, maxBytes: number): ServiceError =>
  new ServiceError('upstream_error', {
    status,
    reason: 'service_answer_too_large',
    params: { size: sizeText(maxBytes) },
  })

/** The error of a result that does not fit into this device's storage. */
export const storageTooSmall = (status: number, maxBytes: number): ServiceError =>
  new ServiceError('upstream_error', {
    status,
    reason: 'result_larger_than_room',
    params: { size: sizeText(maxBytes) },
  })

const sizeText = (bytes: number): string =>
  bytes < 1_000_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${Math.floor(bytes / 100_000_000) / 10} GB`
