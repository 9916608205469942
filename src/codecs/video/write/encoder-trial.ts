import { untilAborted } from '#base/promises.ts'

const [width, height] = [64, 64]
/** Bits a second; a thirtieth of them is more than a frame of noise of that size needs. */
const bitrate = 1_000_000
/** Encoders that use what they are given take 3,400 bytes for the frame, that of WebKitGTK 2.50 takes 341. */
const leastBytes = 1024
const patienceMs = 5000

/**
 * Whether the browser's encoder of VP9 uses the bit rate that it is given, which a frame of noise shows. That of WebKitGTK
 * does not, so that its pictures are blurred whatever is asked.
 */
export const keepsVp9Bitrate = async (): Promise<boolean> => {
  let bytes = 0
  const encoder = new VideoEncoder({
    output: ({ byteLength }) => {
      bytes += byteLength
    },
    // `flush` rejects too.
    error: () => {},
  })
  try {
    encoder.configure({
      ...{ codec: 'vp09.00.10.08', width, height, framerate: 30, bitrate, bitrateMode: 'variable' },
    })
    const size = { codedWidth: width, codedHeight: height }
    const frame = new VideoFrame(noise(), { format: 'I420', ...size, timestamp: 0 })
    encoder.encode(frame, { keyFrame: true })
    frame.close()
    await untilAborted(encoder.flush(), AbortSignal.timeout(patienceMs))
    return bytes >= leastBytes
  } catch {
    return false
  } finally {
    if (encoder.state !== 'closed') encoder.close()
  }
}

/** Grey noise in 4:2:0, by a linear congruential generator (Numerical Recipes). */
const noise = (): Uint8Array<ArrayBuffer> => {
  const planes = new Uint8Array((width * height * 3) / 2).fill(128)
  for (let at = 0, state = 1; at < width * height; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    planes[at] = state >>> 24
  }
  return planes
}
