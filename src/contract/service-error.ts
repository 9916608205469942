import { type ErrorCode, errorCodes, isErrorCode } from './error-codes.ts'
import {
  type ErrorReason,
  type FieldReasons,
  isErrorReason,
  type Reason,
  reasonText,
} from './error-reasons.ts'

/** Parameter name → what is wrong with it, in sentences (D-50). */
export type ErrorDetails = { readonly [parameter: string]: readonly string[] }

/** The error object of the contract, as it travels (Spec, Error object; D-50). */
export type ErrorBody = {
  readonly code: ErrorCode
  readonly message: string
  readonly details?: string | ErrorDetails
  readonly request_id?: string
  readonly doc_url?: string
}

/** An error as plain data with its reasons, as it crosses between workers and is stored; never sent over HTTP. */
export type PlainError = ErrorBody & Partial<Reason> & { readonly fieldReasons?: FieldReasons }

/** The optional parts of an error. What no reason says, `message` and `details` may. */
type ErrorFacts = (Reason | { readonly reason?: undefined; readonly params?: undefined }) & {
  /** The parameters of the request that the reason is about: its sentence is told of them, in `details`. */
  readonly fields?: readonly string[]
  /** Why each parameter was refused, where the reasons differ: `details` gets their sentences. */
  readonly fieldReasons?: FieldReasons
  /** What another service said, in its own words; it goes before the sentence of the reason. */
  readonly message?: string
  readonly details?: string | ErrorDetails
  readonly request_id?: string
  readonly doc_url?: string
  /** HTTP status; the code's own where absent. */
  readonly status?: number
  /** What an HTTP answer carries beside the error object, such as `Allow`; none where absent. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** The page that explains every code (D-50), relative to the studio's base address. */
export const errorPage = 'errors.html'

/** A schema's complaint, as much of it as is needed here; see `issueOf`. */
type Issue = { readonly message: string; readonly path?: readonly { readonly key: unknown }[] | undefined }

/** The message of an issue of a schema: a reason as JSON, since an issue carries nothing but a text. */
export const issueOf = (reason: Reason): string => JSON.stringify(reason)

/**
 * The one error of every layer: a code of the contract and, where the code alone says too little, a reason with its
 * parameters. Its message is made of these; decide by code and reason, never by the message. It does not survive a
 * structured clone: send `toPlain()` and revive it with `fromPlain()`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly status: number
  readonly reason: ErrorReason | undefined
  /** The parameters of the reason; see `reason-messages.ts`. */
  readonly params: Reason['params']
  readonly headers: Readonly<Record<string, string>>
  /** Whether the same request may succeed when it is sent again. */
  readonly retryable: boolean
  readonly details: string | ErrorDetails | undefined
  /** Why each parameter was refused; `details` has the English sentences of it. */
  readonly fieldReasons: FieldReasons | undefined
  readonly request_id: string | undefined
  readonly doc_url: string

  constructor(code: ErrorCode, facts: ErrorFacts = {}) {
    const sentence = facts.reason && reasonText(facts)
    const ofCode = facts.fields ? undefined : sentence
    super(facts.message ?? ofCode ?? errorCodes[code].message, 'cause' in facts ? { cause: facts.cause } : {})
    this.code = code
    this.reason = facts.reason
    this.params = facts.params
    this.status = facts.status ?? errorCodes[code].status
    this.headers = facts.headers ?? {}
    this.retryable = errorCodes[code].retryable
    this.fieldReasons =
      facts.fields && facts.reason
        ? Object.fromEntries(facts.fields.map((name) => [name, [toReason(facts)]]))
        : facts.fieldReasons
    this.details = this.fieldReasons ? toSentences(this.fieldReasons) : facts.details
    this.request_id = facts.request_id
    this.doc_url = facts.doc_url ?? `${errorPage}#${code}`
  }

  /** One `validation_error` over all issues of a schema, and over what was `found` before it. */
  static fromIssues(issues: readonly Issue[], found: FieldReasons = {}): ServiceError {
    const fieldReasons = new Map(Object.entries(found))
    for (const issue of issues) {
      const name = String(issue.path?.[0]?.key ?? 'request')
      fieldReasons.set(name, [...(fieldReasons.get(name) ?? []), reasonOf(issue.message, name)])
    }
    return new ServiceError('validation_error', { fieldReasons: Object.fromEntries(fieldReasons) })
  }

  /**
   * Reads an error from the body that a service or a proxy answered; `status` decides where the body gives no code,
   * `usual` is the reason where it gives no message.
   */
  static fromBody(body: unknown, status?: number, usual?: Reason): ServiceError {
    const said: Readonly<Record<string, unknown>> = isRecord(body) ? body : {}
    const code = isErrorCode(said.code) ? said.code : codeOfStatus(status)
    return new ServiceError(code, {
      ...(isText(said.message) ? { message: said.message } : usual),
      ...(isText(said.details) ? { details: said.details } : {}),
      ...(isRecord(said.details) ? { details: toDetails(said.details) } : {}),
      ...(isText(said.request_id) ? { request_id: said.request_id } : {}),
      ...(isWebAddress(said.doc_url) ? { doc_url: said.doc_url } : {}),
      ...(status === undefined ? {} : { status }),
    })
  }

  /**
   * Revives an error that `toPlain` made plain data of. Never throws: reasons of another release, and those with
   * parameters that this one cannot word, are left out, and the sentences stay.
   */
  static fromPlain({ code, ...facts }: PlainError): ServiceError {
    const { reason, params: _, fieldReasons, ...said } = facts
    try {
      const ofFields = Object.values(fieldReasons ?? {}).flatMap((all) => all.map((each) => each.reason))
      const isKnown = [reason, ...ofFields].every((each) => each === undefined || isErrorReason(each))
      return new ServiceError(code, isKnown ? (facts as ErrorFacts) : said)
    } catch {
      return ServiceError.fromBody({ code, ...said })
    }
  }

  /** The error as JSON of the contract, without its reasons. */
  toBody(): ErrorBody {
    const { code, message, details, request_id, doc_url } = this
    return {
      code,
      message,
      ...(details === undefined ? {} : { details }),
      ...(request_id === undefined ? {} : { request_id }),
      doc_url,
    }
  }

  toPlain(): PlainError {
    const { reason, params, fieldReasons } = this
    return {
      ...this.toBody(),
      ...(reason && { reason }),
      ...(params && { params }),
      ...(fieldReasons && { fieldReasons }),
    } as PlainError
  }

  /** The same error, but for `facts`. */
  with(facts: ErrorFacts): ServiceError {
    const { code, status, headers } = this
    const cause = 'cause' in this ? { cause: this.cause } : {}
    const same: object = { ...this.toPlain(), status, headers, ...cause }
    return new ServiceError(code, { ...same, ...facts } as ErrorFacts)
  }
}

/** Also true for an error of another copy of this module, where `instanceof` fails. */
export const isServiceError = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof ServiceError ||
  (isRecord(thrown) &&
    thrown.name === 'ServiceError' &&
    isErrorCode(thrown.code) &&
    typeof thrown.toBody === 'function')

/** What a cancelled operation throws. It is never shown and never becomes a `ServiceError`. */
export type Abort = Error & { readonly name: 'AbortError' }

/** Whether something was thrown because its caller gave it up. */
export const isAbort = (thrown: unknown): thrown is Abort => isRecord(thrown) && thrown.name === 'AbortError'

/**
 * Makes anything thrown fit to be thrown on: an abort and a `ServiceError` untouched, all else `internal_server_error`
 * with its cause.
 */
export const toServiceError = (thrown: unknown): ServiceError | Abort => {
  if (isAbort(thrown) || isServiceError(thrown)) return thrown
  return new ServiceError('internal_server_error', { cause: thrown })
}

const toReason = ({ reason, params }: Reason): Reason => ({ reason, ...(params && { params }) }) as Reason

/** The reason in the message of an issue; a message of the schema library says no more than that a value is wrong. */
const reasonOf = (message: string, name: string): Reason => {
  try {
    return JSON.parse(message) as Reason
  } catch {
    return { reason: 'parameter_refused', params: { name } }
  }
}

/** The English sentences of reasons, by parameter. */
const toSentences = (reasons: FieldReasons): ErrorDetails =>
  Object.fromEntries(
    Object.entries(reasons).map(([name, each]) => [name, each.map((reason) => reasonText(reason))]),
  )

/** What an answer without a readable code means. */
const codeOfStatus = (status: number | undefined): ErrorCode => {
  if (status === undefined) return 'internal_server_error'
  if (status === 413) return 'image_too_large'
  if (status === 503 || status === 504) return 'upstream_error'
  const own = Object.entries(errorCodes).find(([, { status: usual }]) => usual === status)?.[0]
  if (isErrorCode(own)) return own
  return status >= 400 && status < 500 ? 'validation_error' : 'internal_server_error'
}

/** Services give a parameter one sentence or a list of them; what is no text says nothing. */
const toDetails = (details: Readonly<Record<string, unknown>>): ErrorDetails =>
  Object.fromEntries(
    Object.entries(details).map(([name, said]) => [
      name,
      (Array.isArray(said) ? said : [said])
        .filter((each) => typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean')
        .map(String),
    ]),
  )

/** People follow the link, so it leads to a page and to nothing else; ours is the fallback. */
const isWebAddress = (value: unknown): value is string => isText(value) && /^https?:\/\//i.test(value)

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether a service may have accepted a request that failed: nobody answered, the service broke, or its answer could
 * not be read.
 */
export const mayBeAccepted = ({ status }: { readonly status?: number | undefined }): boolean =>
  status === 0 || (status !== undefined && (status >= 500 || (status >= 200 && status < 300)))
