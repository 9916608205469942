import { ServiceError } from '#contract/service-error.ts'

/** How many bytes of a video are read for its key, in how many places: its head, its tail and evenly between. */
const sliceBytes = 512 * 1024
const sliceCount = 8

/**
 * Names a video by its content, whatever it is called: the SHA-256 of its size and of slices all through
 * it, in hex. A video of hundreds of megabytes is known at once, and none is read as a whole. Rejects where
 * the file cannot be read, and on a page that may not keep files either (plain http).
 */
export const videoKey = async (video: Blob): Promise<string> => {
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (!subtle) throw new ServiceError('internal_server_error', { message: notSecure })
  const whole = video.size <= sliceBytes * sliceCount
  const slices = whole ? [video] : slicesOf(video)
  const parts = await Promise.all(slices.map((slice) => slice.arrayBuffer()))
  const bytes = await new Blob([`${video.size}\n`, ...parts]).arrayBuffer()
  const digest = await subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const slicesOf = (video: Blob): readonly Blob[] =>
  Array.from({ length: sliceCount }, (_, index) => {
    const start = Math.floor(((video.size - sliceBytes) * index) / (sliceCount - 1))
    return video.slice(start, start + sliceBytes)
  })

const notSecure = 'Videos are worked on in pages opened over https only. Open the studio at an https address.'
