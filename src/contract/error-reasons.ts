import { reasonMessages } from './reason-messages.ts'
import { linkProblems } from './request-messages.ts'

/** The name of a reason. */
export type ErrorReason = keyof typeof reasonMessages

/** Whether this release has this reason: stored data may have another one. */
export const isErrorReason = (reason: string): reason is ErrorReason => Object.hasOwn(reasonMessages, reason)

/** A reason to refuse the link of a request (D-3). */
export type LinkProblem = keyof typeof linkProblems

/** Whether a reason is about a link. */
export const isLinkProblem = (reason: string): reason is LinkProblem => Object.hasOwn(linkProblems, reason)

/** The parameters of a reason; undefined if it has none. */
type ReasonParams<R extends ErrorReason> = (typeof reasonMessages)[R] extends (params: infer P) => string
  ? P
  : undefined

/** Reasons without parameters. */
export type BareReason = {
  [R in ErrorReason]: ReasonParams<R> extends undefined ? R : never
}[ErrorReason]

/** A reason with its parameters, as plain data. */
export type Reason =
  | { readonly reason: BareReason; readonly params?: undefined }
  | {
      [R in Exclude<ErrorReason, BareReason>]: { readonly reason: R; readonly params: ReasonParams<R> }
    }[Exclude<ErrorReason, BareReason>]

/** Reasons by request parameter. */
export type FieldReasons = { readonly [parameter: string]: readonly Reason[] }

/** A text for each reason, in one language. */
type ReasonTexts = {
  readonly [R in ErrorReason]: ReasonParams<R> extends undefined
    ? string
    : (params: ReasonParams<R>) => string
}

/** The sentence of a reason in the language of `texts`, by default the contract's English. */
export const reasonText = ({ reason, params }: Reason, texts: ReasonTexts = reasonMessages): string => {
  const text = texts[reason] as string | ((given: unknown) => string)
  return typeof text === 'string' ? text : text(params)
}

const storageReasons: ReadonlySet<unknown> = new Set<ErrorReason>([
  'disk_full',
  'storage_full',
  'storage_limit_reached',
  'keeping_storage_full',
  'edits_not_kept_full',
  'items_not_kept_full',
  'result_larger_than_room',
])

/** Whether a reason means that the disk or the browser's quota is full. */
export const isStorageReason = (reason: unknown): boolean => storageReasons.has(reason)
