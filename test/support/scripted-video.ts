import type { VideoFacts } from '#contract/video-facts.ts'
import { fileFromText } from './form-requests.ts'

/** What a scripted video says of itself; `fakeVideoWorkers` work by it. */
export type ScriptedFacts = Partial<VideoFacts> & {
  /** No decoder opens it. */
  readonly isBroken?: boolean
  /** Its work fails once so many frames are done. */
  readonly failsAt?: number
}

const head = '\0\0\0\x20ftypisom\0\0\x02\0'

/** A file that starts like an MP4 and continues with its facts as JSON. */
export const scriptedVideo = (facts: ScriptedFacts = {}, name = 'clip.mp4'): File =>
  new File([fileFromText(head), JSON.stringify(facts)], name)

/** The facts of a scripted video; none of any other. */
export const readScriptedFacts = async (video: Blob): Promise<ScriptedFacts> => {
  const text = await video.slice(head.length, head.length + 2000).text()
  try {
    return JSON.parse(text) as ScriptedFacts
  } catch {
    return {}
  }
}
