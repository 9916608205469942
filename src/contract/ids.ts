/** Identifies a request in answers, errors and support (Spec, Error object). */
export type RequestId = `req_${string}`

/** Identifies a video job (Spec, Job). */
export type JobId = `job_${string}`

/** Available on all platforms; declared here since this layer has neither DOM nor Node types. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array }

/** 120 random bits: a job's id grants access, so it must not be guessable. */
const randomText = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => (byte & 31).toString(32)).join('')

export const makeRequestId = (): RequestId => `req_${randomText()}`

export const makeJobId = (): JobId => `job_${randomText()}`

const hasPrefix = (value: unknown, prefix: string) =>
  typeof value === 'string' && value.startsWith(prefix) && /^[\w-]+$/.test(value.slice(prefix.length))

/** Whether a value has the form of a request id. */
export const isRequestId = (value: unknown): value is RequestId => hasPrefix(value, 'req_')

/** Whether a value has the form of a job id. */
export const isJobId = (value: unknown): value is JobId => hasPrefix(value, 'job_')
