/** Names one request in answers, errors and support questions (Spec, Error object). */
export type RequestId = `req_${string}`

/** Names a video job (Spec, Job). */
export type JobId = `job_${string}`

/** Known everywhere this runs; declared here because this layer sees no browser and no Node types. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array }

/** 120 random bits: whoever knows a job's id may read it, so it must not be guessable. */
const randomText = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => (byte & 31).toString(32)).join('')

export const makeRequestId = (): RequestId => `req_${randomText()}`

export const makeJobId = (): JobId => `job_${randomText()}`

const hasPrefix = (value: unknown, prefix: string) =>
  typeof value === 'string' && value.startsWith(prefix) && /^[\w-]+$/.test(value.slice(prefix.length))

/** Whether a value looks like the identifier of a request. */
export const isRequestId = (value: unknown): value is RequestId => hasPrefix(value, 'req_')

/** Whether a value looks like the identifier of a job. */
export const isJobId = (value: unknown): value is JobId => hasPrefix(value, 'job_')
