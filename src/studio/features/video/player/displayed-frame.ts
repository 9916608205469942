/** The current frame of an element, and its time. */
export type DisplayedFrame = {
  readonly image: CanvasImageSource
  readonly width: number
  readonly height: number
  readonly seconds: number
}

/** Null before the browser has decoded a frame. A frame keeps its time while it is shown. */
export const displayedFrameOf = (video: HTMLVideoElement | null): DisplayedFrame | null =>
  !video || video.readyState < 2 || video.videoWidth === 0
    ? null
    : { image: video, width: video.videoWidth, height: video.videoHeight, seconds: frameSeconds(video) }

/** If the clock differs more from the presented frame's time, another frame must be shown by now. */
const maxLagSeconds = 0.25

/**
 * The start of the shown frame. If the browser does not report it, the time of the clock, so that the same frame is
 * drawn again at each screen refresh.
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
