import { type ErrorCode, isErrorCode } from '#contract/error-codes.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { WireAnswer, WireRequest } from './transport.ts'

/**
 * Removes the key from a service's answer, at any depth: the answer is shown, stored and exported (D-55). Applied after
 * parsing, since JSON may escape characters of the key.
 */
export const hideKey = (secret: string): (<T>(said: T) => T) => {
  const spellings = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
  const inText = (text: string) => spellings.reduce((left, each) => left.replaceAll(each, 'pk_…'), text)
  const hidden = (said: unknown): unknown => {
    if (typeof said === 'string') return inText(said)
    if (Array.isArray(said)) return said.map(hidden)
    if (typeof said !== 'object' || said === null) return said
    return Object.fromEntries(Object.entries(said).map(([name, value]) => [inText(name), hidden(value)]))
  }
  return <T>(said: T) => hidden(said) as T
}

/** The error in the answer of a service or proxy. `hidden` removes the key from texts. */
export const readError = async (
  { status, headers, body }: WireAnswer,
  asked: Pick<WireRequest, 'url' | 'body'>,
  hidden: ReturnType<typeof hideKey>,
): Promise<ServiceError> => {
  const said = inShort(hidden(objectIn(await body.text().catch(() => ''))))
  const request_id = said.request_id || headers.get('X-Request-ID')?.slice(0, longest.name)
  const code = isErrorCode(said.code) ? null : codeOf(status, asked)
  if (code === 'validation_error') {
    const error = ServiceError.fromBody({ request_id, ...said, code }, status, serviceNotFound)
    return error.details === undefined ? error.with({ fieldReasons: nothingThere }) : error
  }
  return ServiceError.fromBody({ ...said, request_id, ...(code && { code }) }, status)
}

/** Limits of error texts in characters, and of entries: they are shown and logged. */
const longest = { text: 1000, name: 100, link: 2000, entries: 20 }

const inShort = (said: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { message, request_id, doc_url, details } = said
  const short = {
    code: said.code,
    message: cut(message),
    request_id: cut(request_id, longest.name),
    doc_url: cut(doc_url, longest.link) === doc_url ? doc_url : undefined,
    details: isObject(details) ? shortDetails(details) : cut(details),
  }
  return Object.fromEntries(Object.entries(short).filter(([, value]) => value !== undefined))
}

const shortDetails = (details: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(details)
      .slice(0, longest.entries)
      .map(([name, said]) => [
        name.slice(0, longest.name),
        (Array.isArray(said) ? said : [said]).slice(0, longest.entries).map((text) => cut(text)),
      ]),
  )

const cut = (value: unknown, most = longest.text) =>
  typeof value === 'string' ? value.slice(0, most) : value

/** The code for a status without a usable body, as from proxies; null if the status suffices. */
const codeOf = (status: number, { url, body }: Pick<WireRequest, 'url' | 'body'>): ErrorCode | null => {
  if (status === 413 && body?.has('file')) return 'video_too_large'
  const isJob = /\/jobs\/[^/]+$/.test(url)
  return (status === 404 && !isJob) || status === 405 ? 'validation_error' : null
}

const nothingThere = { base: [{ reason: 'address_without_service' }] } as const
const serviceNotFound = { reason: 'service_not_found' } as const

const objectIn = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
