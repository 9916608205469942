/** An error of the service for people: what happened, and what to do now. Jobs carry theirs as plain data. */
export type ServiceErrorWords = { readonly title: string; readonly help: string }

export type ErrorFacts = {
  readonly code: string
  readonly message: string
  /** HTTP status; 0 where nobody answered, absent for the error of a job. */
  readonly status?: number
  readonly details?: unknown
  readonly request_id?: string | undefined
}

type Kind = 'image' | 'video'

const free = 'Nothing was charged.'
const orHere = 'or run it on this device instead'

/** Whether the service may have taken the request all the same: it broke off, nobody answered, or the answer cannot be read. */
export const mayBeAccepted = ({ status }: Pick<ErrorFacts, 'status'>): boolean =>
  status === 0 || (status !== undefined && (status >= 500 || isGood(status)))

const isGood = (status: number): boolean => status >= 200 && status < 300

export const serviceErrorWords = (fault: ErrorFacts, kind: Kind): ServiceErrorWords => {
  if (fault.status === 0)
    return {
      title: 'The service did not answer',
      help: `The connection broke, or the service does not let this page use it (CORS). Check the connection, then send it again, ${orHere}.${doubt(kind)}`,
    }
  if (fault.status !== undefined && isGood(fault.status))
    return {
      title: 'The answer of the service is of no use',
      help: `${sentence(fault.message)} You can run it on this device instead.${doubt(kind)}`,
    }
  switch (fault.code) {
    case 'authentication_error':
      return {
        title: 'The service does not know this key',
        help: `Connect again with a key that works, ${orHere}. ${free}`,
      }
    case 'payment_required':
      return {
        title: 'There are not enough credits',
        help: `The plan’s limit is reached or the trial has ended. Add credits at the service, ${orHere}: that is free. ${free}`,
      }
    case 'permission_denied':
      return {
        title: 'This account may not use the service',
        help: `It is suspended, or its key was revoked. Ask whoever runs the account, ${orHere}. ${free}`,
      }
    case 'rate_limit_exceeded':
      return {
        title: 'The service is asked too often',
        // What it says itself, such as how long it asks to wait, is better than a guess.
        help: isText(fault.details)
          ? `${sentence(fault.details)} Send it again after that, ${orHere}. ${free}`
          : `It was tried several times. Wait a minute and send it again, ${orHere}. ${free}`,
      }
    case 'internal_server_error':
      return {
        title: 'The service broke while working on this',
        help: `Send it again in a while, ${orHere}.${doubt(kind)}`,
      }
    case 'upstream_error':
      return {
        title: 'A part of the service could not be reached',
        help: `Send it again in a while, ${orHere}.${doubt(kind)}`,
      }
    case 'processing_failed':
      return {
        title: 'The service could not finish this video',
        help: `${sentence(fault.message)} Its credits came back. Send it again, ${orHere}.`,
      }
    case 'job_not_found':
      return {
        title: 'This result is gone',
        help: `The service keeps results for 24 hours. Send it again, ${orHere}.`,
      }
    case 'image_too_large':
      return {
        title: 'This picture is too large for the service',
        help: `It takes up to 20 MB and 100 megapixels. Send a smaller copy, ${orHere}. ${free}`,
      }
    case 'video_too_large':
      return {
        title: 'This video is too large for the service',
        help: `It takes up to 100 MB, or 500 MB behind a link. Take a part of it with the handles, ${orHere}. ${free}`,
      }
    case 'video_too_long':
      return {
        title: 'This video is too long for the service',
        help: `It takes up to 5 minutes. Take a part of it with the handles, ${orHere}. ${free}`,
      }
    case 'invalid_video':
      return {
        title: 'The service cannot read this video',
        help: `Export it as MP4 (H.264) and send that, ${orHere}. ${free}`,
      }
    case 'missing_image':
      return {
        title: 'The service got no picture',
        help: `The file may be empty, or something on the way took it out. Try another copy, ${orHere}. ${free}`,
      }
    case 'validation_error':
      return {
        title: 'The service does not take it like this',
        help: `${sentence(detailText(fault))} Change that and send it again, ${orHere}. ${free}`,
      }
    default:
      return {
        title: 'The service said no',
        help: `${sentence(fault.message)} You can run it on this device instead.`,
      }
  }
}

/** Images that fail are free (Spec, Limits); a video is charged when it is accepted. */
const doubt = (kind: Kind): string =>
  kind === 'image'
    ? ' Only pictures that come back are charged.'
    : ' The video may have been accepted and charged all the same.'

const detailText = ({ details, message }: ErrorFacts): string => {
  if (isText(details)) return details
  const said =
    typeof details === 'object' && details !== null ? Object.values(details).flat().map(String).join(' ') : ''
  return said || message
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** With a full stop at its end. */
const sentence = (text: string): string => text.trim().replace(/([^.!?])$/, '$1.')
