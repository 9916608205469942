import { type ErrorCode, errorCodes, isErrorCode } from './error-codes.ts'
import {
  type ErrorReason,
  type FieldReasons,
  isErrorReason,
  type Reason,
  reasonText,
} from './error-reasons.ts'

/** Problems by parameter name, in sentences (D-50). */
export type ErrorDetails = { readonly [parameter: string]: readonly string[] }

/** The error object of the contract (Spec, Error object; D-50). */
export type ErrorBody = {
  readonly code: ErrorCode
  readonly message: string
  readonly details?: string | ErrorDetails
  readonly request_id?: string
  readonly doc_url?: string
}

/** An error as plain data with its reasons, for workers and storage; never sent over HTTP. */
export type PlainError = ErrorBody & Partial<Reason> & { readonly fieldReasons?: FieldReasons }

/** Optional parts of an error. `message` and `details` are for texts without a reason. */
type ErrorFacts = (Reason | { readonly reason?: undefined; readonly params?: undefined }) & {
  /** Request parameters to which the reason applies: `details` gets its sentence for each. */
  readonly fields?: readonly string[]
  /** Reasons by parameter; `details` gets their sentences. */
  readonly fieldReasons?: FieldReasons
  /** The message of another service, which overrides the reason's. */
  readonly message?: string
  readonly details?: string | ErrorDetails
  readonly request_id?: string
  readonly doc_url?: string
  /** HTTP status; default: the code's. */
  readonly status?: number
  /** Additional headers of the HTTP answer, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** The page that explains all codes (D-50), relative to the studio's base address. */
export const errorPage = 'errors.html'

/** The needed part of a schema issue; see `issueOf`. */
type Issue = { readonly message: string; readonly path?: readonly { readonly key: unknown }[] | undefined }

/** The message of a schema issue: a reason as JSON, since an issue carries only text. */
export const issueOf = (reason: Reason): string => JSON.stringify(reason)

/**
 * The error of all layers: a code of the contract and, if needed, a reason with parameters, which give the message.
 * Decide by code and reason, never by message. It does not survive structured cloning: send `toPlain()` and revive it
 * with `fromPlain()`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly status: number
  readonly reason: ErrorReason | undefined
  /** Parameters of the reason; see `reason-messages.ts`. */
  readonly params: Reason['params']
  readonly headers: Readonly<Record<string, string>>
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  readonly details: string | ErrorDetails | undefined
  /** Reasons by parameter; `details` has their English sentences. */
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

  /** One `validation_error` for all issues of a schema and all problems in `found`. */
  static fromIssues(issues: readonly Issue[], found: FieldReasons = {}): ServiceError {
    const fieldReasons = new Map(Object.entries(found))
    for (const issue of issues) {
      const name = String(issue.path?.[0]?.key ?? 'request')
      fieldReasons.set(name, [...(fieldReasons.get(name) ?? []), reasonOf(issue.message, name)])
    }
    return new ServiceError('validation_error', { fieldReasons: Object.fromEntries(fieldReasons) })
  }

  /**
   * Parses the error body of a service or proxy; `status` replaces a missing code, `usual` is the reason if there is no
   * message.
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

  /** Revives the result of `toPlain`. Never throws: unknown reasons are omitted, sentences stay. */
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

  /** The error as JSON of the contract, without reasons. */
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

  /** A copy of the error with `facts` replaced. */
  with(facts: ErrorFacts): ServiceError {
    const { code, status, headers } = this
    const cause = 'cause' in this ? { cause: this.cause } : {}
    const same: object = { ...this.toPlain(), status, headers, ...cause }
    return new ServiceError(code, { ...same, ...facts } as ErrorFacts)
  }
}

/** Also true for an error of another copy of this module, for which `instanceof` fails. */
export const isServiceError = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof ServiceError ||
  (isRecord(thrown) &&
    thrown.name === 'ServiceError' &&
    isErrorCode(thrown.code) &&
    typeof thrown.toBody === 'function')

/** The error of a cancelled operation. Never shown, never converted to a `ServiceError`. */
export type Abort = Error & { readonly name: 'AbortError' }

/** Whether the caller cancelled the operation. */
export const isAbort = (thrown: unknown): thrown is Abort => isRecord(thrown) && thrown.name === 'AbortError'

/**
 * Converts a thrown value for rethrowing: aborts and `ServiceError`s are unchanged, others become
 * `internal_server_error` with the cause.
 */
export const toServiceError = (thrown: unknown): ServiceError | Abort => {
  if (isAbort(thrown) || isServiceError(thrown)) return thrown
  return new ServiceError('internal_server_error', { cause: thrown })
}

const toReason = ({ reason, params }: Reason): Reason => ({ reason, ...(params && { params }) }) as Reason

/** The reason in an issue's message; other messages only mean an invalid value. */
const reasonOf = (message: string, name: string): Reason => {
  try {
    return JSON.parse(message) as Reason
  } catch {
    return { reason: 'parameter_refused', params: { name } }
  }
}

/** English sentences of reasons, by parameter. */
const toSentences = (reasons: FieldReasons): ErrorDetails =>
  Object.fromEntries(
    Object.entries(reasons).map(([name, each]) => [name, each.map((reason) => reasonText(reason))]),
  )

/** The code for an answer without a valid code. */
const codeOfStatus = (status: number | undefined): ErrorCode => {
  if (status === undefined) return 'internal_server_error'
  if (status === 413) return 'image_too_large'
  if (status === 503 || status === 504) return 'upstream_error'
  const own = Object.entries(errorCodes).find(([, { status: usual }]) => usual === status)?.[0]
  if (isErrorCode(own)) return own
  return status >= 400 && status < 500 ? 'validation_error' : 'internal_server_error'
}

/** Services send a sentence or a list per parameter; other values are ignored. */
const toDetails = (details: Readonly<Record<string, unknown>>): ErrorDetails =>
  Object.fromEntries(
    Object.entries(details).map(([name, said]) => [
      name,
      (Array.isArray(said) ? said : [said])
        .filter((each) => typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean')
        .map(String),
    ]),
  )

/** People follow the link, so it must be a web address; the fallback is ours. */
const isWebAddress = (value: unknown): value is string => isText(value) && /^https?:\/\//i.test(value)

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a service may have accepted a failed request: no answer, a server fault, or an unreadable answer. */
export const mayBeAccepted = ({ status }: { readonly status?: number | undefined }): boolean =>
  status === 0 || (status !== undefined && (status >= 500 || (status >= 200 && status < 300)))
