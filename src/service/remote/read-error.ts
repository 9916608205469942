import { type ErrorCode, isErrorCode } from '#contract/error-codes.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { WireAnswer, WireRequest } from './transport.ts'

/**
 * What a service, or a proxy before it, has against a request. The key stays out of it: a service may repeat
 * it in its words, and nobody else shall read it there (D-55).
 */
export const readError = async (
  { status, headers, body }: WireAnswer,
  asked: Pick<WireRequest, 'url' | 'body'>,
  secret: string,
): Promise<ServiceError> => {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const scrub = (text: string) => text.replaceAll(secret, 'pk_…').replaceAll(inJson, 'pk_…')
  const said = objectIn(scrub(await body.text().catch(() => '')))
  const request_id = said.request_id || scrub(headers.get('X-Request-ID') ?? '')
  const code = isErrorCode(said.code) ? null : codeOf(status, asked)
  if (code === 'validation_error')
    return ServiceError.fromBody({ ...nothingThere, request_id, ...said, code }, status)
  return ServiceError.fromBody({ ...said, request_id, ...(code && { code }) }, status)
}

/** Where the status alone, which all that a proxy tells may be, does not say it; null where it does. */
const codeOf = (status: number, { url, body }: Pick<WireRequest, 'url' | 'body'>): ErrorCode | null => {
  if (status === 413 && body?.has('file')) return 'video_too_large'
  const isJob = /\/jobs\/[^/]+$/.test(url)
  return (status === 404 && !isJob) || status === 405 ? 'validation_error' : null
}

const nothingThere = {
  message:
    'There is no such service at this address. Check the address; it ends with the version, such as /v1.',
  details: { base: ['There is no such service at this address.'] },
}

const objectIn = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
