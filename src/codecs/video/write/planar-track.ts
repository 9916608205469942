import { EncodedPacket, EncodedVideoPacketSource } from 'mediabunny'
import type { Size } from '#base/geometry.ts'
import { codedSize, type Frame } from '#codecs/video/frame.ts'
import { alphaToYuv420, toYuv420, yuv420Bytes } from '#engine/color/yuv420.ts'
import { colorSpace, type VideoTrack } from './mux-tracks.ts'
import { type EncodedPlane, openPlaneEncoder, type PlaneEncoder, type PlaneSetup } from './plane-encoder.ts'

/** Seconds between key frames: what a player that seeks decodes at most. */
export const keyFrameSeconds = 2

type PlanarTrackOptions = {
  readonly codec: 'vp9' | 'avc'
  /** Of the encoded picture; a frame may have one more column or row, which is cropped. */
  readonly size: Size
  readonly color: PlaneSetup
  /** Null for an opaque video. */
  readonly alpha: PlaneSetup | null
}

/**
 * Encodes frames as 4:2:0 planes with WebCodecs. A second encoder encodes alpha, since no browser's encoder takes both,
 * and since alpha needs another quality. Its packets are stored beside those of the colours.
 */
export const openPlanarTrack = ({ codec, size, color, alpha }: PlanarTrackOptions): VideoTrack => {
  const source = new EncodedVideoPacketSource(codec)
  const coded = codedSize(size)
  const planes = new Uint8Array(yuv420Bytes(coded))
  const times = new Map<number, Pick<Frame, 'timestampSeconds' | 'durationSeconds'>>()
  const colors: EncodedPlane[] = []
  const alphas: EncodedPlane[] = []
  let muxed: Promise<void> = Promise.resolve()
  let lastKeySeconds = Number.NEGATIVE_INFINITY
  let lastMicros = -1

  /** Packets get the original timestamps; WebCodecs rounds them to microseconds. */
  const packetOf = ({ chunk }: EncodedPlane, alphaOf: EncodedPlane | undefined): EncodedPacket => {
    const time = times.get(chunk.timestamp)
    times.delete(chunk.timestamp)
    const sideData = alphaOf ? { alpha: bytesOf(alphaOf.chunk) } : {}
    const timestamp = time?.timestampSeconds ?? chunk.timestamp / 1e6
    return new EncodedPacket(
      bytesOf(chunk),
      chunk.type,
      timestamp,
      time?.durationSeconds ?? 0,
      undefined,
      undefined,
      sideData,
    )
  }
  const mux = () => {
    while (colors.length > 0 && (!alpha || alphas.length > 0)) {
      const plane = colors.shift()
      if (!plane) return
      const packet = packetOf(plane, alphas.shift())
      muxed = muxed.then(() => source.add(packet, plane.metadata))
      // The next caller that waits gets the error.
      muxed.catch(() => {})
    }
  }
  const collect = (into: EncodedPlane[]) => (plane: EncodedPlane) => {
    into.push(plane)
    mux()
  }
  const colorEncoder = openPlaneEncoder(color, collect(colors))
  const alphaEncoder = alpha && openPlaneEncoder(alpha, collect(alphas))
  const encoders: readonly PlaneEncoder[] = alphaEncoder ? [colorEncoder, alphaEncoder] : [colorEncoder]

  return {
    source,
    async write({ raster, timestampSeconds, durationSeconds }) {
      for (const encoder of encoders) await encoder.ready()
      await muxed
      const timestamp = Math.max(lastMicros + 1, Math.round(timestampSeconds * 1e6))
      lastMicros = timestamp
      times.set(timestamp, { timestampSeconds, durationSeconds })
      const isDue = timestampSeconds >= lastKeySeconds + keyFrameSeconds - 1e-6
      const isKey = isDue || encoders.some((encoder) => encoder.needsKeyFrame())
      if (isKey) lastKeySeconds = timestampSeconds
      const init = {
        format: 'I420' as const,
        codedWidth: coded.width,
        codedHeight: coded.height,
        visibleRect: { x: 0, y: 0, ...size },
        timestamp,
        duration: Math.round(durationSeconds * 1e6),
        colorSpace: colorSpace,
      }
      // `VideoFrame` copies the planes, so one buffer serves all frames.
      toYuv420(raster, size, coded, planes)
      colorEncoder.encode(new VideoFrame(planes, init), isKey)
      if (!alphaEncoder) return
      alphaToYuv420(raster, size, coded, planes)
      alphaEncoder.encode(new VideoFrame(planes, init), isKey)
    },
    async finish() {
      await Promise.all(encoders.map((encoder) => encoder.flush()))
      await muxed
    },
    close() {
      for (const encoder of encoders) encoder.close()
    },
  }
}

const bytesOf = (chunk: EncodedVideoChunk): Uint8Array => {
  const bytes = new Uint8Array(chunk.byteLength)
  chunk.copyTo(bytes)
  return bytes
}
