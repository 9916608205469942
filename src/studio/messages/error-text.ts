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

/** The parts of an error that its text needs: a `ServiceError`, or the plain data of a job or of the activity log. */
export type ShownError = {
  readonly code: string
  /** The sentence of a connected service; used if the error has no reason. */
  readonly message: string
  readonly reason?: Reason['reason'] | undefined
  readonly params?: Reason['params']
  /** HTTP status; 0 without an answer, absent for the error of a job. */
  readonly status?: number
  readonly details?: unknown
  readonly fieldReasons?: FieldReasons | undefined
  readonly request_id?: string | undefined
}

/** The place and the subject of an error. */
export type ErrorContext =
  /** With a picture on this device; `fileKind` is the kind by its first bytes. */
  | { readonly at: 'image'; readonly fileKind: FileKind }
  /** With a video on this device. */
  | { readonly at: 'video' }
  /** With a picture or video that was sent to the connected service. */
  | { readonly at: 'service'; readonly kind: 'image' | 'video' }
  /** While a service was connected or its account was read. */
  | { readonly at: 'account'; readonly isOnline: boolean }

/** The user's remedy at the place of the error; null if nothing there helps. */
type ErrorAction = 'retry' | 'enter-key' | null

/** An error in the words of the page. */
export type ErrorText = {
  /** What happened. */
  readonly title: string
  /** The cause, and the remedy. */
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
/** For every code: the compiler refuses a catalogue that lacks one. */
const templates: Templates = texts.codes

/** The meaning of an error at its place, and the remedy. Depends only on code, reason and status. */
export const errorText = (error: ShownError, context: ErrorContext): ErrorText => {
  const { title, help } = templateOf(error, context)
  return {
    title,
    help: typeof help === 'string' ? help : help(failureOf(error, context)),
    action: actionOf(error, context),
  }
}

/** A video's error and its remedy, in one line; `runLocation` is the place of the work. */
export const videoErrorSummary = (error: ShownError, runLocation: 'device' | 'service'): string => {
  const { title, help } = errorText(
    error,
    runLocation === 'service' ? { at: 'service', kind: 'video' } : { at: 'video' },
  )
  return `${title}. ${help}`
}

/** The sentence of an error alone, for places with their own title. */
export const errorSentence = (error: ShownError): string => {
  const wait = waitSentence(error)
  // A requested waiting time is added to the message.
  if (wait !== null) return `${withFullStop(messageText(error))} ${wait}`
  const { reason, params } = error
  // Logs and jobs may contain reasons of other releases.
  return reason === undefined || !isErrorReason(reason) || reason === 'service_asks_to_wait'
    ? messageText(error)
    : reasonSentence({ reason, params } as Reason)
}

/** The sentence of a reason in the language of the page. */
export const reasonSentence = (reason: Reason): string => reasonText(reason, texts.reasons)

/** The sentences about each parameter, in the language of the page. */
export const fieldSentences = (reasons: FieldReasons): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.entries(reasons).map(([name, each]) => [name, each.map(reasonSentence)]))

/** The sentences about one parameter; null if there are none. */
export const fieldSentence = ({ details, fieldReasons }: ShownError, name: string): string | null => {
  const said = fieldReasons
    ? fieldSentences(fieldReasons)[name]
    : isFields(details)
      ? details[name]
      : undefined
  return said === undefined ? null : [said].flat().map(String).join(' ')
}

/** All facts of an error, as JSON for a support request. */
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
  // A raw photo exceeds the size limit of pictures, but its format is the actual fault.
  const isTooLarge = code === 'image_too_large' && reason === undefined
  if (at === 'image' && (isFileAtFault(error) || (isTooLarge && isNamed(context.fileKind))))
    return fileKindTemplate(context.fileKind, reason)
  if ((at === 'image' || at === 'video') && reason === 'worker_not_loaded') return texts.partNotLoaded
  if (at === 'video' && reason !== undefined && isTitledReason(reason))
    return { title: texts.videoReasons[reason], help: ({ sentence }) => sentence }
  if (at === 'video' && isStorageReason(reason)) return texts.storageFull
  return (isKnownCode(code) ? templates[code][at] : undefined) ?? templates.other[at]
}

/** Whether a video only needs this reason's own sentence, below a title. */
const isTitledReason = (reason: string): reason is keyof typeof texts.videoReasons =>
  Object.hasOwn(texts.videoReasons, reason)

/** Whether the kind is known but not supported. */
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

/** The waiting time that a service requests; null if none. */
const waitSentence = ({ reason, params }: ShownError): string | null =>
  reason === 'service_asks_to_wait' && params && 'waitSeconds' in params
    ? reasonSentence({ reason, params })
    : null

/** The message of an error: the sentence of its code in the language of the page, or the text of a service. */
const messageText = ({ code, message }: ShownError): string =>
  isErrorCode(code) && message === errorCodes[code].message ? texts.sentences[code] : message

const isSuccess = (status: number): boolean => status >= 200 && status < 300

const isKnownCode = (code: string): code is KnownCode => code !== 'other' && Object.hasOwn(templates, code)

const withFullStop = (text: string): string => text.trim().replace(/([^.!?])$/, '$1.')
