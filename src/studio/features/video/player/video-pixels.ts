/** Copies the current frame of a video element into a canvas that is reused for the next one. */
type VideoPixels = {
  /** Null if the element itself must be drawn: it has no frame yet, or the browser cannot copy it. */
  readonly read: (video: HTMLVideoElement) => Promise<HTMLCanvasElement | null>
}

/** Only newer browsers have these: the clockwise rotation in degrees, and whether the frame is mirrored after it. */
type Turned = { readonly rotation?: number; readonly flip?: boolean }

/**
 * Without a GPU, Chromium keeps every frame of a video element drawn to a canvas, up to half a gigabyte, but not pixels
 * copied from a `VideoFrame`. With a GPU the element is drawn directly: its frames stay in GPU memory, and copying them
 * would be slow.
 */
export function createVideoPixels(isNeeded = !hasGpu()): VideoPixels {
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

/** Names of software renderers, as reported by WebGL. */
const softwareRenderers = /swiftshader|llvmpipe|softpipe|software|basic render/i

let cachedHasGpu: boolean | undefined

/** Detected once, because browsers limit the WebGL contexts of a page. */
const hasGpu = (): boolean => {
  cachedHasGpu ??= detectGpu()
  return cachedHasGpu
}

const detectGpu = (): boolean => {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return false
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !softwareRenderers.test(name)
}
