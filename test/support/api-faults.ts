/** What a request is about. `result`: a download from the host of results. */
export type ApiRoute = 'remove' | 'job' | 'me' | 'result'

/** How a server, or the connection to it, fails. */
export type Fault = {
  /** The requests that it applies to; all where absent. */
  readonly on?: ApiRoute
  /** How many requests; 1 where absent. */
  readonly times?: number
} & (
  | { readonly kind: 'late'; readonly ms: number }
  /** Answers with this status before any work: with the error body of the contract, or with `body`. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly code?: string
      /** The header `Retry-After`; a number counts seconds. */
      readonly retryAfter?: number | Date
      readonly body?: string
    }
  /**
   * The connection ends without an answer once the request is there: before any work, or `after` the work was done and
   * charged.
   */
  | { readonly kind: 'drop'; readonly after?: boolean }
  /** The body ends half-way: with the connection, or where `isClean`, as if it were complete. */
  | { readonly kind: 'truncate'; readonly isClean?: boolean }
  | { readonly kind: 'malformed' }
  /** Changes the JSON of a good answer: unknown fields, an unknown status, keys left out. */
  | { readonly kind: 'change'; readonly json: (body: Record<string, unknown>) => unknown }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  /** The next job fails while it is worked on; applies to submissions. */
  | { readonly kind: 'job fails' }
)

export type Faults = {
  plan(fault: Fault): void
  clear(): void
  /** The faults that apply to a request; taking them uses them up. */
  take(route: ApiRoute | null): readonly Fault[]
}

export const openFaults = (): Faults => {
  let planned: { readonly fault: Fault; left: number }[] = []
  return {
    plan: (fault) => {
      planned.push({ fault, left: fault.times ?? 1 })
    },
    clear: () => {
      planned = []
    },
    take: (route) => {
      const due: Fault[] = []
      for (const plan of planned) {
        const { fault } = plan
        const isMeant = fault.kind === 'job fails' ? route === 'remove' : !fault.on || fault.on === route
        // One fault that ends the answer is enough; another waits for the next request.
        if (!isMeant || (isEnding(fault) && due.some(isEnding))) continue
        due.push(fault)
        plan.left--
      }
      planned = planned.filter(({ left }) => left > 0)
      return due
    },
  }
}

/** Whether the fault alone decides the answer. */
const isEnding = ({ kind }: Fault) => kind !== 'late' && kind !== 'change' && kind !== 'job fails'
