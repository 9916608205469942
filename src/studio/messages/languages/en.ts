import { formatByteProgress, formatCount } from '#studio/messages/format-units.ts'

const pictures = (count: number) => formatCount(count, { one: 'picture', other: 'pictures' })
const videos = (count: number) => formatCount(count, { one: 'video', other: 'videos' })
const files = (count: number) => formatCount(count, { one: 'file', other: 'files' })
const results = (count: number) => formatCount(count, { one: 'result', other: 'results' })
const frames = (count: number) => formatCount(count, { one: 'frame', other: 'frames' })
const credits = (count: number) => formatCount(count, { one: 'credit', other: 'credits' })

/** `41 of 94 MB` */
const bytesOf = (bytes: { readonly loaded: number; readonly total: number }) => {
  const { loaded, total } = formatByteProgress(bytes)
  return `${loaded} of ${total}`
}

/** All texts of the page in English. */
export const messages = {
  /** Amounts that more than one part of the page names. */
  counts: { pictures, videos, files, results, frames, credits, bytesOf },

  /** The page around the pictures and videos. */
  app: {},

  /** How pictures and videos come in. */
  intake: {},

  /** What shows a picture or video. */
  viewer: {},

  /** Parts that more than one panel uses. */
  ui: {},

  image: {},

  video: {},

  /** Sending to a service, for pictures and videos alike. */
  sending: {},

  account: {},

  engine: {},

  help: {},

  /** What went wrong, and what to do. */
  errors: {},
}
