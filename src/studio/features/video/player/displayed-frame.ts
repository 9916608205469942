/** The frame that an element shows now, and its time. */
export type DisplayedFrame = {
  readonly image: CanvasImageSource
  readonly width: number
  readonly height: number
  readonly seconds: number
}

/** Null while the browser has decoded no frame. A frame keeps its time for as long as it is shown. */
export const displayedFrameOf = (video: HTMLVideoElement | null): DisplayedFrame | null =>
  !video || video.readyState < 2 || video.videoWidth === 0
    ? null
    : { image: video, width: video.videoWidth, height: video.videoHeight, seconds: frameSeconds(video) }

/** Where the clock is further from the time of the presented frame, another frame must be shown by now. */
const maxLagSeconds = 0.25

/**
 * When the frame that is shown begins. Where the browser does not tell, it is the time of the clock, with which the
 * same frame would be drawn again at each refresh of the screen.
 */
const frameSeconds = (video: HTMLVideoElement): number => {
  const { seconds } = presentedFrame(video)
  const isCurrent = seconds !== null && Math.abs(video.currentTime - seconds) < maxLagSeconds
  return isCurrent ? seconds : video.currentTime
}

type PresentedFrame = { seconds: number | null }

const presented = new WeakMap<HTMLVideoElement, PresentedFrame>()

/** Follows the frames of an element from the first call on (WICG, `HTMLVideoElement.requestVideoFrameCallback()`). */
const presentedFrame = (video: HTMLVideoElement): PresentedFrame => {
  const known = presented.get(video)
  if (known) return known
  const frame: PresentedFrame = { seconds: null }
  presented.set(video, frame)
  // Firefox has it since release 132.
  if (!('requestVideoFrameCallback' in video)) return frame
  video.addEventListener('emptied', () => {
    frame.seconds = null
  })
  video.requestVideoFrameCallback(function follow(_now, { mediaTime }) {
    frame.seconds = mediaTime
    video.requestVideoFrameCallback(follow)
  })
  return frame
}
