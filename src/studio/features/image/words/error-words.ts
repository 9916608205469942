import type { ServiceError } from '#contract/service-error.ts'
import type { FileKind } from '#studio/media/file-kind.ts'

/** An error for people: what happened, and what to do now. */
export type ErrorWords = { readonly title: string; readonly help: string; readonly retry: boolean }

const reads = 'Clearcut reads JPEG, PNG and WebP.'

const foreign: Readonly<Partial<Record<FileKind, ErrorWords>>> = {
  heic: {
    title: 'This is a HEIC photo',
    help: `${reads} Export it as JPEG first. On an iPhone: Settings, Camera, Formats, Most Compatible.`,
    retry: false,
  },
  avif: { title: 'This is an AVIF picture', help: `${reads} Save it as PNG or JPEG first.`, retry: false },
  gif: { title: 'This is a GIF of one picture', help: `${reads} Save it as PNG first.`, retry: false },
  svg: {
    title: 'This is a drawing, not a photo',
    help: `${reads} Export the SVG as PNG first.`,
    retry: false,
  },
  bmp: { title: 'This is a BMP picture', help: `${reads} Save it as PNG first.`, retry: false },
  tiff: { title: 'This is a TIFF picture', help: `${reads} Save it as PNG or JPEG first.`, retry: false },
  jxl: { title: 'This is a JPEG XL picture', help: `${reads} Save it as PNG or JPEG first.`, retry: false },
  pdf: { title: 'This is a PDF', help: `${reads} Save the page as PNG first.`, retry: false },
  empty: { title: 'This file is empty', help: 'It holds no bytes. Pick another copy of it.', retry: false },
}

/** `kind` is what the file's first bytes say; the wire words stay available as details. */
export const errorWords = (error: ServiceError, kind: FileKind): ErrorWords => {
  switch (error.code) {
    case 'missing_image':
    case 'validation_error':
      return foreign[kind] ?? badRequest(error)
    case 'image_too_large':
      return { title: 'This picture is too large', help: error.message, retry: false }
    case 'upstream_error':
      return {
        title: 'The model could not be fetched',
        help: 'Check the connection, then try again. Your pictures and settings are kept.',
        retry: true,
      }
    case 'internal_server_error':
      return {
        title: 'Something broke while working on this',
        help: 'Try again. If it keeps failing, Fast needs the least memory.',
        retry: true,
      }
    default:
      return { title: 'The service said no', help: error.message, retry: error.retryable }
  }
}

/** Without an image problem, the request itself was refused: say which part. */
const badRequest = ({ details, message }: ServiceError): ErrorWords => {
  const fields = typeof details === 'object' ? Object.keys(details) : []
  const sentences = typeof details === 'object' ? Object.values(details).flat() : []
  return fields.includes('image_file') || fields.length === 0
    ? {
        title: 'This file could not be read as a picture',
        help: `It may be damaged, or not what its name says. ${reads}`,
        retry: false,
      }
    : { title: 'That setting does not work', help: sentences.join(' ') || message, retry: true }
}

/** All that the service said, for a support request. */
export const errorReport = (error: ServiceError, name: string): string =>
  JSON.stringify({ file: name, status: error.status, ...error.toBody() }, null, 2)
