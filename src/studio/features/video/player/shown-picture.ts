/** What is on a screen now, and of which moment it is. */
export type ShownPicture = {
  readonly image: CanvasImageSource
  readonly width: number
  readonly height: number
  readonly seconds: number
}

/** Null while the browser has no picture of it. */
export const pictureOf = (video: HTMLVideoElement | null): ShownPicture | null =>
  !video || video.readyState < 2 || video.videoWidth === 0
    ? null
    : { image: video, width: video.videoWidth, height: video.videoHeight, seconds: video.currentTime }
