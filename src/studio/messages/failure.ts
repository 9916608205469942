/** What the sentences of an error are made of. */
export type Failure = {
  /** What happened, as the error itself says it, with a full stop. */
  readonly sentence: string
  /** What is wrong with the parts of the request; `sentence` where nothing is said of them. */
  readonly details: string
  readonly hasDetails: boolean
  /** The sentence belongs to a known reason, and says what to do. */
  readonly hasReason: boolean
  readonly kind: 'image' | 'video'
  /** HTTP status. */
  readonly status: number
}
