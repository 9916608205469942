import type { ErrorCode } from '#contract/error-codes.ts'
import type { FieldReasons } from '#contract/error-reasons.ts'
import type { TextForm } from '#contract/form-schema.ts'
import { fromLegacyForm } from '#contract/legacy-options.ts'
import { limits } from '#contract/limits.ts'
import { isAbort, ServiceError } from '#contract/service-error.ts'
import { collectBlob } from '#service/read-link.ts'
import { type PartHead, readParts } from './read-parts.ts'

/** A request's non-empty fields; the last of repeated ones (D-10). */
export type RequestForm = {
  readonly texts: TextForm
  readonly files: ReadonlyMap<string, Blob>
  /** Names of all fields, texts and files. */
  readonly names: readonly string[]
}

type FormOptions = {
  /** Whether JSON and URL-encoded forms are accepted too (D-61). */
  readonly isLegacy: boolean
  /** Names of fields to ignore. */
  readonly ignored?: readonly string[] | undefined
}

/**
 * Reads a multipart body. Throws `missing_image` without one (D-2), `image_too_large` or `video_too_large` as soon as
 * it is too long, `validation_error` as soon as there are too many fields or too long texts, and an `AbortError` on
 * abort. A throw cancels the body.
 */
export const readForm = async (
  request: Request,
  { isLegacy, ignored = [] }: FormOptions,
): Promise<RequestForm> => {
  const type = request.headers.get('Content-Type') ?? ''
  const kind = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const parseText = isLegacy && Object.hasOwn(textForms, kind) ? textForms[kind] : undefined
  if (!parseText && kind !== 'multipart/form-data')
    throw new ServiceError('missing_image', { reason: 'form_not_multipart' })
  try {
    const fields = parseText
      ? checkedTexts(parseText(await readText(request)))
      : await readMultipart(request, type)
    const present = [...fields].filter(
      ([name, value]) => !ignored.includes(name) && (value instanceof Blob ? value.size > 0 : value !== ''),
    )
    return {
      texts: Object.fromEntries(present.filter((field): field is [string, string] => isText(field[1]))),
      files: new Map(present.filter((field): field is [string, Blob] => !isText(field[1]))),
      names: present.map(([name]) => name),
    }
  } catch (cause) {
    if (isAbort(cause) || cause instanceof ServiceError) throw cause
    throw new ServiceError('missing_image', { reason: 'form_unreadable', cause })
  }
}

type Fields = ReadonlyMap<string, string | Blob>

const { maxFields, maxTextBytes } = limits.request

const tooManyFields = () =>
  new ServiceError('validation_error', { reason: 'form_too_many_fields', params: { most: maxFields } })

/** Counts the length of a form's texts, except base64 images, which have their own limit. Throws if too long. */
const createTextCount = () => {
  let all = 0
  return (name: string, bytes: number) => {
    if (name !== 'image_file_b64') all += bytes
    if (all > maxTextBytes)
      throw new ServiceError('validation_error', {
        reason: 'form_texts_too_long',
        params: { most: maxTextBytes },
      })
  }
}

/** The fields of a text form. Throws if too many or too long. */
const checkedTexts = (fields: readonly (readonly [name: string, value: string])[]): Fields => {
  if (fields.length > maxFields) throw tooManyFields()
  const count = createTextCount()
  for (const [name, { length }] of fields) count(name, length)
  return new Map(fields)
}

const isText = (value: string | Blob) => typeof value === 'string'

/** Parsers of text forms, by content type. */
const textForms: Readonly<Record<string, (text: string) => (readonly [name: string, value: string])[]>> = {
  'application/x-www-form-urlencoded': (text) => {
    // Checked before parsing: a body can contain millions of fields.
    if (text.split('&', maxFields + 1).length > maxFields) throw tooManyFields()
    return [...new URLSearchParams(text)]
  },
  'application/json': (text) => {
    const fields: unknown = JSON.parse(text)
    if (typeof fields !== 'object' || fields === null) throw new SyntaxError('The JSON has no fields')
    return Object.entries(fields).map(([name, value]) => [name, textOf(value)] as const)
  },
}

const textOf = (value: unknown): string => {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

type Limit = { readonly maxBytes: number; readonly tooLarge: ErrorCode }

/** Limit of a text body: an escaped base64 image is up to twice its size. */
const textLimit: Limit = { maxBytes: 2 * limits.image.maxBytes, tooLarge: 'image_too_large' }

/** Limits of files (Spec, Limits; D-5), before decoding. */
const fileLimits: Readonly<Record<string, Limit>> = {
  image_file: { maxBytes: limits.image.maxBytes, tooLarge: 'image_too_large' },
  image_file_b64: textLimit,
  file: { maxBytes: limits.video.maxUploadBytes, tooLarge: 'video_too_large' },
}

const multipartLimit: Limit = { maxBytes: limits.request.maxBytes, tooLarge: 'video_too_large' }

const readMultipart = async (request: Request, type: string): Promise<Fields> => {
  const [, quoted, token = ''] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? []
  const parts = new Map<
    string,
    { readonly head: PartHead; readonly content: ReturnType<typeof collectBlob> }
  >()
  const countText = createTextCount()
  let count = 0
  const take = (head: PartHead) => {
    if (++count > maxFields) throw tooManyFields()
    const content = collectBlob()
    parts.set(head.name, { head, content })
    const { maxBytes, tooLarge } = fileLimits[head.name] ?? multipartLimit
    return (bytes: Uint8Array<ArrayBuffer>) => {
      content.add(bytes)
      if (content.size > maxBytes) throw new ServiceError(tooLarge)
      if (head.fileName === undefined) countText(head.name, bytes.length)
    }
  }
  await readBody(request, multipartLimit, (next) => readParts(next, quoted ?? token, take))
  const fields = [...parts.values()].map(async ({ head: { name, fileName }, content }) => {
    const value = content.end()
    return [name, fileName === undefined ? await value.text() : new File([value], fileName)] as const
  })
  return new Map(await Promise.all(fields))
}

const readText = async (request: Request): Promise<string> => {
  const content = collectBlob()
  await readBody(request, textLimit, async (next) => {
    for (let bytes = await next(); bytes; bytes = await next()) content.add(bytes)
  })
  return content.end().text()
}

/** Passes a body's chunks to `read`, and cancels the rest. Throws if the body exceeds the limit. */
const readBody = async (
  request: Request,
  { maxBytes, tooLarge }: Limit,
  read: (next: () => Promise<Uint8Array<ArrayBuffer> | undefined>) => Promise<void>,
): Promise<void> => {
  // Firefox has no `Request.body`.
  const reader = (request.body ?? (await request.blob()).stream()).getReader()
  let bytes = 0
  try {
    if (Number(request.headers.get('Content-Length')) > maxBytes) throw new ServiceError(tooLarge)
    await read(async () => {
      const { value } = await reader.read()
      bytes += value?.byteLength ?? 0
      if (bytes > maxBytes) throw new ServiceError(tooLarge)
      return value
    })
  } finally {
    // An interrupted body cannot be cancelled.
    reader.cancel().catch(() => {})
  }
}

/** The parameters of a form under current names, and their problems so far. */
export const readTexts = (
  { texts, names }: RequestForm,
  kind: 'image' | 'video',
  isLegacy: boolean,
  canZip = false,
): { readonly texts: TextForm; readonly found: FieldReasons } => {
  if (!isLegacy) return { texts, found: {} }
  const { form, found } = fromLegacyForm(texts, kind, names, canZip)
  return { texts: form, found }
}
