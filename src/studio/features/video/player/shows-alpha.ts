const sidePx = 32

/**
 * Whether the frame that `video` shows has a see-through pixel when it is drawn here. Some browsers
 * decode a video with alpha and paint it on black.
 */
export const showsAlpha = (video: HTMLVideoElement): boolean => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = sidePx
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.drawImage(video, 0, 0, sidePx, sidePx)
  const { data } = context.getImageData(0, 0, sidePx, sidePx)
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 250) return true
  return false
}
