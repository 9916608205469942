import type { VideoFacts } from '#contract/video-facts.ts'
import { fileFromText } from './form-requests.ts'

/** What a scripted video says of itself; `fakeVideoWorkers` work by it. */
export type VideoMarks = Partial<VideoFacts> & {
  /** No decoder opens it. */
  readonly isBroken?: boolean
  /** Its work fails once so many frames are done. */
  readonly failsAt?: number
}

const head = '\0\0\0\x20ftypisom\0\0\x02\0'

/** A file that starts like an MP4 and continues with its marks as JSON. */
export const scriptedVideo = (marks: VideoMarks = {}, name = 'clip.mp4'): File =>
  new File([fileFromText(head), JSON.stringify(marks)], name)

/** The marks of a scripted video; none of any other. */
export const marksOf = async (video: Blob): Promise<VideoMarks> => {
  const text = await video.slice(head.length, head.length + 2000).text()
  try {
    return JSON.parse(text) as VideoMarks
  } catch {
    return {}
  }
}
