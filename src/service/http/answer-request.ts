import { makeRequestId } from '#contract/ids.ts'
import { exposedHeaders } from '#contract/image-answer.ts'
import { errorPage, isAbort, ServiceError, toServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { answerJob, answerResult } from './answer-job.ts'
import { answerRemoval } from './answer-removal.ts'
import { answerLegacyAccount, withLegacyErrors } from './legacy-answers.ts'

type AnswerOptions = {
  /** The path above `v1/…`; starts and ends with a slash. */
  readonly basePath: string
  /** If given, every request needs a key that it accepts (Spec, Authentication); else keys are ignored. */
  readonly requireKey?: IsKnownKey
  /** Form fields to ignore. */
  readonly ignoredFields?: readonly string[]
  /** Called with the cause of an `internal_server_error`, which the answer omits. */
  readonly onFault?: (cause: unknown) => void
}

type Route = {
  /** The path below the base; its groups are passed to `answer`. */
  readonly path: RegExp
  /** `GET` routes also answer `HEAD`, without body. */
  readonly method: 'GET' | 'POST'
  /** Whether no key is needed (Spec, Authentication, rule 5). */
  readonly isOpen?: boolean
  readonly answer: (
    request: Request,
    service: BackgroundService,
    groups: readonly string[],
    options: AnswerOptions,
  ) => Promise<Response>
}

/** Spec, Endpoints and Compatibility alias; D-70 for result addresses. */
const routes: readonly Route[] = [
  {
    path: /^v1\/remove$/,
    method: 'POST',
    answer: (request, service, _, { ignoredFields }) => answerRemoval(request, service, false, ignoredFields),
  },
  {
    path: /^v1\.0\/removebg$/,
    method: 'POST',
    answer: (request, service, _, { ignoredFields }) => answerRemoval(request, service, true, ignoredFields),
  },
  {
    path: /^v1\.0\/account$/,
    method: 'GET',
    answer: ({ signal }, service) => answerLegacyAccount(service, { signal }),
  },
  {
    path: /^v1\/jobs\/([^/]+)$/,
    method: 'GET',
    answer: ({ signal }, service, [id = '']) => answerJob(id, service, { signal }),
  },
  {
    path: /^v1\/jobs\/([^/]+)\/result\.([a-z\d]+)$/,
    method: 'GET',
    isOpen: true,
    answer: (request, service, [id = '', extension = '']) => answerResult(id, extension, request, service),
  },
  {
    path: /^v1\/me$/,
    method: 'GET',
    answer: async ({ signal }, service) => Response.json(await service.getAccount({ signal })),
  },
]

/**
 * The HTTP form of the contract over any service, for the API bridge and for a server. Rejects only with an
 * `AbortError`; every other fault becomes an answer.
 */
export const answerRequest = async (
  request: Request,
  service: BackgroundService,
  options: AnswerOptions,
): Promise<Response> => {
  const { basePath, requireKey, onFault } = options
  const requestId = makeRequestId()
  const base = new URL(basePath, request.url)
  const path = pathBelow(base, request)
  const route = routes.find((known) => known.path.test(path))
  try {
    request.signal.throwIfAborted()
    if (!route) throw nothingHere()
    if (!methodsOf(route).includes(request.method)) throw wrongMethod(route)
    if (requireKey && !route.isOpen) await checkKey(request, requireKey)
    const answer = await route.answer(request, service, route.path.exec(path)?.slice(1) ?? [], options)
    return complete(answer, request, requestId)
  } catch (thrown) {
    const error = toServiceError(thrown)
    if (isAbort(error)) throw error
    if (request.signal.aborted) throw new DOMException('The request was cancelled', 'AbortError')
    if (error.code === 'internal_server_error') onFault?.(error.cause ?? error)
    const answer = errorAnswer(error, requestId, base, path.startsWith('v1.0/'))
    return complete(answer, request, requestId)
  }
}

const pathBelow = (base: URL, request: Request) => {
  const { pathname } = new URL(request.url)
  return pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : ''
}

/** Adds the headers of every answer. */
const complete = (answer: Response, { method }: Request, requestId: string): Response => {
  if (!answer.headers.has('X-Request-ID')) answer.headers.set('X-Request-ID', requestId)
  answer.headers.set('Access-Control-Expose-Headers', exposedHeaders.join(', '))
  answer.headers.set('Cache-Control', 'no-store')
  return method === 'HEAD' ? new Response(null, answer) : answer
}

const methodsOf = ({ method }: Route): readonly string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])

/** The contract has no codes for a wrong path or method; the status identifies them. */
const nothingHere = () =>
  new ServiceError('validation_error', {
    status: 404,
    reason: 'address_unknown',
  })

const wrongMethod = (route: Route) =>
  new ServiceError('validation_error', {
    status: 405,
    headers: { Allow: methodsOf(route).join(', ') },
    reason: 'method_not_allowed',
    params: { methods: methodsOf(route) },
  })

type IsKnownKey = (key: string) => boolean | Promise<boolean>

/** Throws `authentication_error` unless the request has a valid key (Spec, Authentication). */
const checkKey = async (request: Request, isKnownKey: IsKnownKey): Promise<void> => {
  const key = request.headers.get('x-api-key')
  if (!key) throw refused('key_missing')
  if (!/^pk_\S+$/.test(key)) throw refused('key_malformed')
  if (!(await isKnownKey(key))) throw refused('key_unknown')
}

const refused = (reason: 'key_missing' | 'key_malformed' | 'key_unknown') =>
  new ServiceError('authentication_error', { reason })

/** The answer for `error` (Spec, Errors), with a link to its page below `base` (D-50). */
export const errorAnswer = (
  error: ServiceError,
  requestId: string,
  base: URL,
  isLegacy = false,
): Response => {
  const body = error.toBody()
  const page = URL.canParse(error.doc_url, base) ? error.doc_url : `${errorPage}#${error.code}`
  const { request_id = requestId } = body
  const whole = { ...body, request_id, doc_url: new URL(page, base).href }
  return Response.json(isLegacy ? withLegacyErrors(whole) : whole, {
    status: error.status,
    headers: { ...error.headers, 'X-Request-ID': request_id },
  })
}
