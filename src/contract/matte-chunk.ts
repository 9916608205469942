/** Mattes of consecutive frames; one byte per pixel, 0 transparent to 255 opaque, rows from the top. */
export type MatteChunk = {
  readonly width: number
  readonly height: number
  readonly frames: readonly TimedMatte[]
}

/** The matte of one frame of a video. */
export type TimedMatte = {
  /** From the start of the video. */
  readonly timestampSeconds: number
  /** Whether a new scene begins. */
  readonly isCut: boolean
  readonly data: Uint8Array
  /** The state of the scene, 1 to 127, from which an interrupted job continues without a difference. */
  readonly sceneState?: number
}

/** Mattes of consecutive frames, with the times of the first and last; one byte per pixel, rows from the top. */
export type MatteWindow = {
  readonly fromSeconds: number
  readonly toSeconds: number
  readonly width: number
  readonly height: number
  readonly frames: readonly Pick<TimedMatte, 'timestampSeconds' | 'data'>[]
}

/** The range of a chunk's frames, as in its file name. */
export type MatteChunkRange = {
  readonly firstFrame: number
  readonly frames: number
  readonly fromSeconds: number
  /** Time of its last frame. */
  readonly toSeconds: number
}

/** Formats `000024-000047-1000000-1958333.mattes`: numbers and microseconds of the first and last frame. */
export const chunkFileName = ({ firstFrame, frames, fromSeconds, toSeconds }: MatteChunkRange): string => {
  const [first, last] = [firstFrame, firstFrame + frames - 1].map((number) => String(number).padStart(6, '0'))
  return `${first}-${last}-${Math.round(fromSeconds * 1e6)}-${Math.round(toSeconds * 1e6)}.mattes`
}

/** Null for other names. */
export const parseChunkFileName = (name: string): MatteChunkRange | null => {
  const [, first, last, from, to] = /^(\d+)-(\d+)-(\d+)-(\d+)\.mattes$/.exec(name)?.map(Number) ?? []
  if (first === undefined || last === undefined || from === undefined || to === undefined) return null
  return { firstFrame: first, frames: last - first + 1, fromSeconds: from / 1e6, toSeconds: to / 1e6 }
}

/**
 * Header: width, height, number of frames; then per frame its timestamp, and a byte with cut and scene state (0: none);
 * then the mattes.
 */
const headerBytes = 3 * 4
const frameBytes = 8 + 1

/** Encodes a chunk, before compression. */
export const encodeChunk = ({ width, height, frames }: MatteChunk): Uint8Array<ArrayBuffer> => {
  const area = width * height
  const bytes = new Uint8Array(headerBytes + frames.length * (frameBytes + area))
  const view = new DataView(bytes.buffer)
  for (const [index, value] of [width, height, frames.length].entries())
    view.setUint32(index * 4, value, true)
  for (const [index, { timestampSeconds, isCut, data, sceneState = 0 }] of frames.entries()) {
    const at = headerBytes + index * frameBytes
    view.setFloat64(at, timestampSeconds, true)
    view.setUint8(at + 8, Number(isCut) | (sceneState << 1))
    bytes.set(data, headerBytes + frames.length * frameBytes + index * area)
  }
  return bytes
}

/** Decodes a chunk. The mattes are views of `bytes`. Throws a RangeError if invalid. */
export const decodeChunk = (bytes: Uint8Array): MatteChunk => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = view.getUint32(0, true)
  const height = view.getUint32(4, true)
  const count = view.getUint32(8, true)
  const area = width * height
  const mattesAt = headerBytes + count * frameBytes
  if (bytes.byteLength !== mattesAt + count * area) throw new RangeError('These bytes are no chunk of mattes')
  return {
    width,
    height,
    frames: Array.from({ length: count }, (_, index) => {
      const flags = view.getUint8(headerBytes + index * frameBytes + 8)
      return {
        timestampSeconds: view.getFloat64(headerBytes + index * frameBytes, true),
        isCut: (flags & 1) === 1,
        data: bytes.subarray(mattesAt + index * area, mattesAt + (index + 1) * area),
        ...(flags > 1 ? { sceneState: flags >> 1 } : {}),
      }
    }),
  }
}
