/** The inputs of an error's sentences. */
export type Failure = {
  /** The message of the error, with a full stop. */
  readonly sentence: string
  /** The faults of the request's parts; `sentence` if there are none. */
  readonly details: string
  readonly hasDetails: boolean
  /** Whether the sentence belongs to a known reason, and contains the remedy. */
  readonly hasReason: boolean
  readonly kind: 'image' | 'video'
  /** HTTP status. */
  readonly status: number
}
