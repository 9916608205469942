/** What is on a screen now, and of which moment it is. */
export type DisplayedFrame = {
  readonly image: CanvasImageSource
  readonly width: number
  readonly height: number
  readonly seconds: number
}

/** Null while the browser has no picture of it. */
export const displayedFrameOf = (video: HTMLVideoElement | null): DisplayedFrame | null =>
  !video || video.readyState < 2 || video.videoWidth === 0
    ? null
    : { image: video, width: video.videoWidth, height: video.videoHeight, seconds: video.currentTime }

/** Pixels of what a video element shows, in a canvas that is used again for the next picture. */
type VideoPixels = {
  /** Null where the element has to be drawn itself: it has no picture to copy yet, or the browser cannot. */
  readonly read: (video: HTMLVideoElement) => Promise<HTMLCanvasElement | null>
}

/** Newer browsers only: clockwise degrees, then mirrored. */
type Turned = { readonly rotation?: number; readonly flip?: boolean }

/**
 * Without a graphics card Chromium keeps each picture of a video element that a canvas drew, half a gigabyte
 * of them. Pixels that are copied out of a frame are kept by nobody. With a card the element is drawn as it is:
 * its pictures stay with the card, and copying them from there would be slow.
 */
export function createVideoPixels(isNeeded = !hasGraphicsCard()): VideoPixels {
  const coded = document.createElement('canvas')
  const upright = document.createElement('canvas')
  let pixels: ImageData | null = null

  const copy = async (frame: VideoFrame & Turned): Promise<HTMLCanvasElement | null> => {
    const { width, height } = frame.visibleRect ?? { width: 0, height: 0 }
    const { rotation, flip } = frame
    if (rotation === undefined || flip !== false) return null
    if (pixels?.width !== width || pixels.height !== height) {
      pixels = new ImageData(width, height)
      Object.assign(coded, { width, height })
    }
    await frame.copyTo(pixels.data, { format: 'RGBA', colorSpace: 'srgb' })
    coded.getContext('2d')?.putImageData(pixels, 0, 0)
    return rotation === 0 ? coded : turn(rotation)
  }

  const turn = (degrees: number): HTMLCanvasElement => {
    const { width, height } = coded
    Object.assign(upright, degrees % 180 === 0 ? { width, height } : { width: height, height: width })
    const context = upright.getContext('2d')
    context?.translate(upright.width / 2, upright.height / 2)
    context?.rotate((degrees * Math.PI) / 180)
    context?.drawImage(coded, -width / 2, -height / 2)
    return upright
  }

  return {
    read: async (video) => {
      if (!isNeeded) return null
      let frame: VideoFrame | null = null
      try {
        frame = new VideoFrame(video)
        return await copy(frame)
      } catch {
        return null
      } finally {
        frame?.close()
      }
    },
  }
}

/** Programs that stand in for a card, by the names that browsers give them. */
const standIns = /swiftshader|llvmpipe|softpipe|software|basic render/i

let hasCard: boolean | undefined

/** Asked once: browsers allow a page few contexts. */
const hasGraphicsCard = (): boolean => {
  hasCard ??= findCard()
  return hasCard
}

const findCard = (): boolean => {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return false
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !standIns.test(name)
}
