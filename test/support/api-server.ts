import { errorPageHtml } from '#build/studio-documents.ts'
import { studioFields } from '#contract/form-schema.ts'
import { makeRequestId } from '#contract/ids.ts'
import { exposedHeaders } from '#contract/image-answer.ts'
import { errorPage, ServiceError } from '#contract/service-error.ts'
import type { BackgroundService } from '#library/background-service.ts'
import type { ImageMatter } from '#matting/image-matter.ts'
import { answerRequest, errorAnswer } from '#service/http/answer-request.ts'
import { type AccountSettings, type AccountState, type ApiAccount, openApiAccount } from './api-account.ts'
import { type CorsMode, preflight } from './api-cors.ts'
import { openApiEngine } from './api-engine.ts'
import { answerWithFaults, isJson } from './api-fault-answers.ts'
import { type ApiRoute, type Fault, openFaults } from './api-faults.ts'
import { type HeldState, openJobHold } from './api-job-hold.ts'
import { refuseUnread } from './api-unread.ts'
import { fakeMatter } from './fake-matter.ts'
import { type Exchange, openFetchServer } from './fetch-server.ts'
import { probeContainer } from './probe-container.ts'

export type ApiServerOptions = {
  /** 0, the default, takes a free port. */
  readonly port?: number
  readonly resultsPort?: number
  /** Accounts by their keys; `testKey` with 100 credits where absent. */
  readonly accounts?: Readonly<Record<string, Partial<AccountSettings>>>
  readonly cors?: CorsMode
  /** Where absent, pixels that are more red than green are the subject. */
  readonly matter?: ImageMatter
  /**
   * `scripted`: a video says itself what it is (`scriptedVideo`). `containers`, the default: its container says it, and
   * its result is a recorded file of the format that was asked for, whatever its size, channels and colour.
   */
  readonly videos?: 'scripted' | 'containers'
  /** How long each of ten steps of a job takes, in milliseconds. */
  readonly stepMs?: number
}

/** A request that was received, with the parts that tests look at. */
export type SeenRequest = {
  readonly host: 'api' | 'results'
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Headers
}

export type ApiServer = {
  /** The base address, `http://localhost:…/v1`. */
  readonly url: string
  /** The origin that results are downloaded from. */
  readonly resultsOrigin: string
  readonly requests: readonly SeenRequest[]
  /** What the server counts for a key. */
  accountOf(key?: string): AccountState
  /** Opens an account, or changes it. */
  setAccount(key: string, settings: Partial<AccountSettings>): void
  /** Makes a key unknown from now on. */
  revoke(key: string): void
  fault(fault: Fault): void
  clearFaults(): void
  /** Advances the server's clock. */
  advance(ms: number): void
  now(): Date
  setCors(mode: CorsMode): void
  /** Jobs stay `queued`, or go on to `processing` and stay there, until `releaseJobs`. */
  holdJobs(at: HeldState): void
  releaseJobs(): void
  close(): Promise<void>
}

export const testKey = 'pk_test_studio'

/**
 * A real HTTP server of the whole contract: its answers are those of the studio's own engine, paid from accounts, with
 * rate limits, a clock that can be advanced, and faults on demand. Results are on a host of their own that needs no
 * key.
 */
export const startApiServer = async (options: ApiServerOptions = {}): Promise<ApiServer> => {
  const started = { at: Date.now(), clock: performance.now() }
  let passedMs = 0
  const now = () => new Date(started.at + passedMs + performance.now() - started.clock)
  const faults = openFaults()
  const requests: SeenRequest[] = []
  let cors: CorsMode = options.cors ?? 'exposed'
  const hold = openJobHold()
  let failing = 0
  const world = { cors: () => cors, failNextJob: () => failing++ }

  /** All that it says of times is by one clock. */
  const dated = async (answer: Promise<Response | null>): Promise<Response | null> => {
    const response = await answer
    response?.headers.set('Date', now().toUTCString())
    return response
  }

  type Client = { readonly account: ApiAccount; readonly service: BackgroundService }
  const clients = new Map<string, Client>()
  const everyone: BackgroundService[] = []

  const unread = refuseUnread(() => ({ cors, base: new URL('/', api.origin) }))
  const api = await openFetchServer(options.port ?? 0, (exchange) => dated(answerApi(exchange)), unread)
  const results = await openFetchServer(
    options.resultsPort ?? 0,
    (exchange) => answerResults(exchange),
    unread,
  )
  const { matter = fakeMatter } = options
  const engine = openApiEngine({
    matter,
    now,
    base: `${api.origin}/`,
    script: {
      stepMs: options.stepMs ?? 2,
      onStep: async (done) => {
        if (done > 0) await hold.until('processing')
        if (done > 0 && failing > 0) {
          failing--
          throw new ServiceError('internal_server_error')
        }
      },
    },
    untilBegun: () => hold.until('queued'),
    ...(options.videos !== 'scripted' && { probe: probeContainer }),
  })

  const open = (key: string, settings: Partial<AccountSettings>): Client => {
    const account = openApiAccount(settings, now)
    const client = { account, service: engine.serve(account) }
    clients.set(key, client)
    everyone.push(client.service)
    return client
  }
  for (const [key, settings] of Object.entries(options.accounts ?? { [testKey]: {} })) open(key, settings)
  /** Requests with unknown keys go to it; it refuses them all. */
  const nobody = engine.serve(openApiAccount({}, now))

  const see = (host: SeenRequest['host'], { method, url, headers }: Request) => {
    const { pathname, search } = new URL(url)
    requests.push({ host, method, path: pathname + search, headers })
  }

  const answerApi = async (exchange: Exchange): Promise<Response | null> => {
    const { request } = exchange
    if (request.method === 'OPTIONS') return preflight(cors)
    if (new URL(request.url).pathname === `/${errorPage}`) return errorPageAnswer()
    see('api', request)
    const route = routeOf(request)
    return answerWithFaults(exchange, faults.take(route), () => work(request, route), world)
  }

  /** A successful answer, or a refusal with an error of the contract. */
  const work = async (request: Request, route: ApiRoute | null): Promise<Response> => {
    const base = new URL('/', request.url)
    const client = clients.get(request.headers.get('x-api-key') ?? '')
    const refuse = (error: ServiceError, headers: Record<string, string> = {}) => {
      const isLegacy = new URL(request.url).pathname.startsWith('/v1.0/')
      const answer = errorAnswer(error, makeRequestId(), base, isLegacy)
      answer.headers.set('Access-Control-Expose-Headers', exposedHeaders.join(', '))
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
      return answer
    }
    if (client?.account.read().isSuspended) return refuse(new ServiceError('permission_denied'))
    const wait = route === 'remove' ? client?.account.admit() : null
    if (wait)
      return refuse(new ServiceError('rate_limit_exceeded'), { 'Retry-After': String(Math.ceil(wait)) })
    const answer = await answerRequest(request, client?.service ?? nobody, {
      basePath: '/',
      // A service does not know the studio's own fields (D-71, D-72).
      ignoredFields: studioFields,
      requireKey: () => client !== undefined,
      onFault: (cause) => console.error('The API server failed:', cause),
    })
    return isJson(answer) ? withResultsHost(answer) : answer
  }

  /** Rewrites links to results: those are on the other host. */
  const withResultsHost = async (answer: Response): Promise<Response> => {
    const text = (await answer.text()).replaceAll(/"result_url":"[^"]*"/g, (link) =>
      link.replace(api.origin, results.origin),
    )
    return new Response(text, { status: answer.status, headers: answer.headers })
  }

  const answerResults = async (exchange: Exchange): Promise<Response | null> => {
    const { request } = exchange
    if (request.method === 'OPTIONS') return new Response(null, { status: 403 })
    see('results', request)
    const find = async () => {
      for (const service of everyone) {
        const answer = await answerRequest(request, service, { basePath: '/', requireKey: () => false })
        if (answer.status !== 404) return answer
      }
      return new Response('Not found', { status: 404 })
    }
    return answerWithFaults(exchange, faults.take('result'), find, world)
  }

  return {
    url: `${api.origin}/v1`,
    resultsOrigin: results.origin,
    requests,
    accountOf: (key = testKey) => {
      const client = clients.get(key)
      if (!client) throw new Error(`The server knows no key ${key}`)
      return client.account.read()
    },
    setAccount: (key, settings) => {
      const client = clients.get(key)
      if (client) client.account.change(settings)
      else open(key, settings)
    },
    revoke: (key) => {
      clients.delete(key)
    },
    fault: faults.plan,
    clearFaults: faults.clear,
    advance: (ms) => {
      passedMs += ms
    },
    now,
    setCors: (mode) => {
      cors = mode
    },
    holdJobs: hold.at,
    releaseJobs: hold.end,
    close: async () => {
      hold.end()
      await Promise.all([api.close(), results.close()])
      engine.close()
    },
  }
}

/** The page that `doc_url` leads to; it needs no key. */
const errorPageAnswer = (): Response =>
  new Response(errorPageHtml(), {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })

const routeOf = ({ url }: Request): ApiRoute | null => {
  const { pathname } = new URL(url)
  if (pathname === '/v1/remove' || pathname === '/v1.0/removebg') return 'remove'
  if (pathname === '/v1/me' || pathname === '/v1.0/account') return 'me'
  return pathname.startsWith('/v1/jobs/') ? 'job' : null
}
