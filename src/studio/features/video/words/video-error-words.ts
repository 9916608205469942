import { type ErrorReason, isStorageReason } from '#contract/error-reasons.ts'
import type { RunLocation } from '#studio/sending/run-location.tsx'
import { serviceErrorWords } from '#studio/sending/service-error-words.ts'

/** An error for people: what happened, and what to do now. Jobs carry theirs as plain data. */
export type VideoErrorWords = { readonly title: string; readonly help: string; readonly retry: boolean }

type Fault = {
  readonly code: string
  readonly message: string
  readonly reason?: ErrorReason | undefined
  readonly details?: unknown
}

const kept = 'Your video and settings are kept.'

export const videoErrorWords = (fault: Fault): VideoErrorWords => {
  if (isStorageReason(fault.reason))
    return {
      title: 'There is no room left for the result',
      help: `This browser's storage is full. Take finished videos out of the list or free disk space, then try again. A smaller size or WebM needs less. ${kept}`,
      retry: true,
    }
  switch (fault.code) {
    case 'invalid_video':
      return {
        title: 'This file cannot be read as a video',
        help: 'It may be damaged, protected, or hold no moving picture. Clearcut reads MP4, MOV, M4V, WebM, MKV and animated GIF. If it plays elsewhere, export it as MP4 (H.264) and drop that.',
        retry: false,
      }
    case 'video_too_large':
      return {
        title: 'This video is too large',
        help: 'A video may have 100 MB, or 500 MB behind a link. Take a shorter part with the handles, or export it smaller.',
        retry: false,
      }
    case 'video_too_long':
      return {
        title: 'This video is too long',
        help: 'A video may last 5 minutes. Take a part of it with the handles.',
        retry: false,
      }
    case 'processing_failed':
      // Its video is gone, unless it is still open here.
      if (fault.reason === 'job_paused_too_long')
        return { title: 'It was paused for too long', help: fault.message, retry: true }
      return {
        title: 'The work stopped half-way',
        help: `${advised(fault)} ${kept}`,
        retry: true,
      }
    case 'job_not_found':
      return {
        title: 'This result is gone',
        help: 'Results are kept for 24 hours. Start it again to have it anew.',
        retry: true,
      }
    case 'upstream_error':
      return {
        title: 'The model could not be fetched',
        help: `Check the connection, then try again. ${kept}`,
        retry: true,
      }
    case 'validation_error':
      return { title: 'That setting does not work', help: detailText(fault), retry: true }
    case 'internal_server_error':
      return {
        title: 'Something broke while working on this',
        help: `Try again. If it keeps failing, Fast and a smaller size need the least memory. ${kept}`,
        retry: true,
      }
    default:
      return { title: 'The service said no', help: fault.message, retry: true }
  }
}

/** The sentence of the reason says what to do; to a message of unknown origin, advice is added. */
const advised = ({ message, reason }: Fault): string => {
  const said = message.trim().replace(/([^.!?])$/, '$1.')
  return reason
    ? said
    : `${said} Try again; if it keeps failing, Fast and a smaller size need the least memory.`.trim()
}

const detailText = ({ details, message }: Fault): string => {
  const said =
    typeof details === 'object' && details !== null ? Object.values(details).flat().map(String).join(' ') : ''
  return said || message
}

/** All that is known of the error, for a support request. */
export const faultReport = (fault: Fault, name: string): string =>
  JSON.stringify(
    {
      file: name,
      code: fault.code,
      message: fault.message,
      ...(fault.details === undefined ? {} : { details: fault.details }),
    },
    null,
    2,
  )

/** What happened and what to do, in one line. */
export const videoErrorSentence = (fault: Fault, runLocation: RunLocation): string => {
  const { title, help } =
    runLocation === 'service' ? serviceErrorWords(fault, 'video') : videoErrorWords(fault)
  return `${title}. ${help}`
}
