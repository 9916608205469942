import { type ErrorCode, errorCodes, isErrorCode } from '#contract/error-codes.ts'
import {
  type FieldReasons,
  isErrorReason,
  isStorageReason,
  type Reason,
  reasonText,
} from '#contract/error-reasons.ts'
import { type FileKind, fileKindLabel, isImageKind, isRawPhoto } from '#contract/file-kinds.ts'
import type { Failure } from './failure.ts'
import { messages } from './messages.ts'

/** An error as far as its text needs it: a `ServiceError`, or the plain data of a job or of the activity log. */
export type ShownError = {
  readonly code: string
  /** The sentence of a connected service; used where the error has no reason. */
  readonly message: string
  readonly reason?: Reason['reason'] | undefined
  readonly params?: Reason['params']
  /** HTTP status; 0 where nobody answered, absent for the error of a job. */
  readonly status?: number
  readonly details?: unknown
  readonly fieldReasons?: FieldReasons | undefined
  readonly request_id?: string | undefined
}

/** Where the error happened, and to what. */
export type ErrorContext =
  /** With a picture on this device; `fileKind` is what the first bytes of its file say. */
  | { readonly at: 'image'; readonly fileKind: FileKind }
  /** With a video on this device. */
  | { readonly at: 'video' }
  /** With a picture or video that was sent to the connected service. */
  | { readonly at: 'service'; readonly kind: 'image' | 'video' }
  /** While a service was connected or its account was read. */
  | { readonly at: 'account'; readonly isOnline: boolean }

/** What the user can do about an error where it is shown; null where nothing there helps. */
type ErrorAction = 'retry' | 'enter-key' | null

/** An error in the words of the page. */
export type ErrorText = {
  /** What happened. */
  readonly title: string
  /** Why, and what to do. */
  readonly help: string
  readonly action: ErrorAction
}

type Template = { readonly title: string; readonly help: string | ((failure: Failure) => string) }

/** A failed job has a code that no request has (Spec, Job). */
type KnownCode = ErrorCode | 'processing_failed'
type TemplatesByPlace = Readonly<Partial<Record<ErrorContext['at'], Template>>>
type Templates = Readonly<Record<KnownCode, TemplatesByPlace>> & {
  readonly other: Required<TemplatesByPlace>
}

const texts = messages.errors
/** Of every code: the compiler refuses a catalogue that lacks one. */
const templates: Templates = texts.codes

/** What an error means at the place where it happened, and what to do. Decides by code, reason and status alone. */
export const errorText = (error: ShownError, context: ErrorContext): ErrorText => {
  const { title, help } = templateOf(error, context)
  return {
    title,
    help: typeof help === 'string' ? help : help(failureOf(error, context)),
    action: actionOf(error, context),
  }
}

/** What happened to a video and what to do, in one line; `runLocation` is where its work ran. */
export const videoErrorSummary = (error: ShownError, runLocation: 'device' | 'service'): string => {
  const { title, help } = errorText(
    error,
    runLocation === 'service' ? { at: 'service', kind: 'video' } : { at: 'video' },
  )
  return `${title}. ${help}`
}

/** The sentence of an error alone, for places with a title of their own. */
export const errorSentence = (error: ShownError): string => {
  const wait = waitSentence(error)
  // The wish of a service to wait only adds to what it says.
  if (wait !== null) return `${withFullStop(messageText(error))} ${wait}`
  const { reason, params } = error
  // Logs and jobs hold reasons of other releases.
  return reason === undefined || !isErrorReason(reason) || reason === 'service_asks_to_wait'
    ? messageText(error)
    : reasonSentence({ reason, params } as Reason)
}

/** The sentence of a reason in the language of the page. */
export const reasonSentence = (reason: Reason): string => reasonText(reason, texts.reasons)

/** The sentences of what is wrong with each parameter, in the language of the page. */
export const fieldSentences = (reasons: FieldReasons): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.entries(reasons).map(([name, each]) => [name, each.map(reasonSentence)]))

/** The sentences of what is wrong with one parameter; null where nothing is said of it. */
export const fieldSentence = ({ details, fieldReasons }: ShownError, name: string): string | null => {
  const said = fieldReasons
    ? fieldSentences(fieldReasons)[name]
    : isFields(details)
      ? details[name]
      : undefined
  return said === undefined ? null : [said].flat().map(String).join(' ')
}

/** All that is known of an error, as JSON for a support request. */
export const errorReport = (
  { code, reason, params, message, status, details, request_id }: ShownError,
  file: string,
): string => JSON.stringify({ file, status, code, reason, params, message, details, request_id }, null, 2)

const templateOf = (error: ShownError, context: ErrorContext): Template => {
  const { code, reason, status } = error
  const { at } = context
  if (at === 'account' && status === 0) return texts.noAnswer[context.isOnline ? 'account' : 'offline']
  if (at === 'service' && status === 0) return texts.noAnswer.service
  if (at === 'service' && status !== undefined && isSuccess(status)) return texts.answerUnusable
  // A raw photo is larger than a picture may be, which is not what is wrong with it.
  const isTooLarge = code === 'image_too_large' && reason === undefined
  if (at === 'image' && (isFileAtFault(error) || (isTooLarge && isNamed(context.fileKind))))
    return fileKindTemplate(context.fileKind, reason)
  if ((at === 'image' || at === 'video') && reason === 'worker_not_loaded') return texts.partNotLoaded
  if (at === 'video' && reason !== undefined && isTitledReason(reason))
    return { title: texts.videoReasons[reason], help: ({ sentence }) => sentence }
  if (at === 'video' && isStorageReason(reason)) return texts.storageFull
  return (isKnownCode(code) ? templates[code][at] : undefined) ?? templates.other[at]
}

/** Whether a video says no more about this reason than its own sentence, below a title. */
const isTitledReason = (reason: string): reason is keyof typeof texts.videoReasons =>
  Object.hasOwn(texts.videoReasons, reason)

/** Whether it is of a known kind that is not taken. */
const isNamed = (kind: FileKind): boolean => !isImageKind(kind) && fileKindLabel(kind) !== ''

const fileKindTemplate = (kind: FileKind, reason: string | undefined): Template => {
  if (reason === 'file_unreadable') return { ...texts.pictureUnreadable, help: ({ sentence }) => sentence }
  if (isRawPhoto(kind)) return texts.rawPhoto(fileKindLabel(kind))
  const kinds: Readonly<Partial<Record<FileKind, Template>>> = texts.fileKinds
  const template = kinds[kind] ?? texts.pictureUnreadable
  return reason === 'image_colors_unread' || reason === 'image_compression_unread'
    ? { ...template, help: ({ sentence }) => sentence }
    : template
}

/** With these, the same file fails again. */
const finalCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'missing_image',
  'image_too_large',
  'invalid_video',
  'video_too_large',
  'video_too_long',
])
const keyCodes: ReadonlySet<string> = new Set<ErrorCode>(['authentication_error', 'permission_denied'])

const actionOf = (error: ShownError, { at }: ErrorContext): ErrorAction => {
  if (at === 'account' && error.status !== 0 && keyCodes.has(error.code)) return 'enter-key'
  if (at === 'video' && isStorageReason(error.reason)) return 'retry'
  return finalCodes.has(error.code) || (at === 'image' && isFileAtFault(error)) ? null : 'retry'
}

const failureOf = (error: ShownError, context: ErrorContext): Failure => {
  const sentence = withFullStop(errorSentence(error))
  const details = waitSentence(error) ?? detailsText(error)
  return {
    sentence,
    details: details ? withFullStop(details) : sentence,
    hasDetails: waitSentence(error) !== null || (typeof error.details === 'string' && details !== ''),
    hasReason: error.reason !== undefined,
    kind: context.at === 'service' ? context.kind : context.at === 'image' ? 'image' : 'video',
    status: error.status ?? 0,
  }
}

/** Whether the file of a picture was refused, not a setting: no parameter is named, or the file itself is. */
export const isFileAtFault = ({ code, details }: ShownError): boolean => {
  if (code !== 'missing_image' && code !== 'validation_error') return false
  const fields = isFields(details) ? Object.keys(details) : []
  return fields.length === 0 || fields.includes('image_file')
}

const detailsText = ({ details, fieldReasons }: ShownError): string => {
  if (typeof details === 'string') return details
  const fields = fieldReasons ? fieldSentences(fieldReasons) : isFields(details) ? details : {}
  return Object.values(fields).flat().map(String).join(' ')
}

const isFields = (details: unknown): details is Readonly<Record<string, unknown>> =>
  typeof details === 'object' && details !== null

/** How long a service asks to wait; null where it does not. */
const waitSentence = ({ reason, params }: ShownError): string | null =>
  reason === 'service_asks_to_wait' && params && 'waitSeconds' in params
    ? reasonSentence({ reason, params })
    : null

/** What the error says itself: the sentence of its code in the language of the page, or the words of a service. */
const messageText = ({ code, message }: ShownError): string =>
  isErrorCode(code) && message === errorCodes[code].message ? texts.sentences[code] : message

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const isKnownCode = (code: string): code is KnownCode => code !== 'other' && Object.hasOwn(templates, code)

const withFullStop = (text: string): string => text.trim().replace(/([^.!?])$/, '$1.')
