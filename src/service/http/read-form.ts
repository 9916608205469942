import type { ErrorCode } from '#contract/error-codes.ts'
import type { FieldReasons } from '#contract/error-reasons.ts'
import type { TextForm } from '#contract/form-schema.ts'
import { fromLegacyForm } from '#contract/legacy-options.ts'
import { limits } from '#contract/limits.ts'
import { isAbort, ServiceError } from '#contract/service-error.ts'
import { collectBlob } from '#service/read-link.ts'
import { type PartHead, readParts } from './read-parts.ts'

/** A request's non-empty fields; of a repeated one, the last (D-10). */
export type RequestForm = {
  readonly texts: TextForm
  readonly files: ReadonlyMap<string, Blob>
  /** Of all fields, texts and files. */
  readonly names: readonly string[]
}

/**
 * Reads a multipart body, without the fields that `ignored` names. Throws `missing_image` where there is none (D-2),
 * `image_too_large` or `video_too_large` as soon as it is too long, which cancels the rest, and an `AbortError` on abort.
 */
export const readForm = async (request: Request, ignored: readonly string[] = []): Promise<RequestForm> => {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new ServiceError('missing_image', { reason: 'form_not_multipart' })
  const [, quoted, token = ''] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? []
  const parts = new Map<string, Part>()
  const take = ({ name, fileName }: PartHead) => {
    const content = collectBlob()
    parts.set(name, { fileName, content })
    const { maxBytes, tooLarge } = fileLimits[name] ?? requestLimit
    return (bytes: Uint8Array<ArrayBuffer>) => {
      content.add(bytes)
      if (content.size > maxBytes) throw new ServiceError(tooLarge)
    }
  }
  try {
    await readBody(request, (next) => readParts(next, quoted ?? token, take))
  } catch (cause) {
    if (isAbort(cause) || cause instanceof ServiceError) throw cause
    throw new ServiceError('missing_image', { reason: 'form_unreadable', cause })
  }
  const texts = new Map<string, string>()
  const files = new Map<string, Blob>()
  for (const [name, { fileName, content }] of parts) {
    if (content.size === 0 || ignored.includes(name)) continue
    if (fileName === undefined) texts.set(name, await content.end().text())
    else files.set(name, new File([content.end()], fileName))
  }
  return { texts: Object.fromEntries(texts), files, names: [...texts.keys(), ...files.keys()] }
}

type Part = { readonly fileName: string | undefined; readonly content: ReturnType<typeof collectBlob> }

type Limit = { readonly maxBytes: number; readonly tooLarge: ErrorCode }

/** Of the files of a request (Spec, Limits; D-5). */
const fileLimits: Readonly<Record<string, Limit>> = {
  image_file: { maxBytes: limits.image.maxBytes, tooLarge: 'image_too_large' },
  file: { maxBytes: limits.video.maxUploadBytes, tooLarge: 'video_too_large' },
}

const requestLimit: Limit = { maxBytes: limits.request.maxBytes, tooLarge: 'video_too_large' }

/** Has `read` take the chunks of a body, and cancels what it leaves. Throws where the body is over the limit. */
const readBody = async (
  request: Request,
  read: (next: () => Promise<Uint8Array<ArrayBuffer> | undefined>) => Promise<void>,
): Promise<void> => {
  // Firefox has no `Request.body`.
  const reader = (request.body ?? (await request.blob()).stream()).getReader()
  const tooLong = () => new ServiceError(requestLimit.tooLarge)
  let bytes = 0
  try {
    if (Number(request.headers.get('Content-Length')) > requestLimit.maxBytes) throw tooLong()
    await read(async () => {
      const { value } = await reader.read()
      bytes += value?.byteLength ?? 0
      if (bytes > requestLimit.maxBytes) throw tooLong()
      return value
    })
  } finally {
    // A body that broke off cannot be cancelled.
    reader.cancel().catch(() => {})
  }
}

/** The parameters of a form in the words of the current contract, and what is wrong with them already. */
export const readTexts = (
  { texts, names }: RequestForm,
  kind: 'image' | 'video',
  isLegacy: boolean,
): { readonly texts: TextForm; readonly found: FieldReasons } => {
  if (!isLegacy) return { texts, found: {} }
  const { form, found } = fromLegacyForm(texts, kind, names)
  return { texts: form, found }
}
