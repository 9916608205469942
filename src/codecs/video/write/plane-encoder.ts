import { bytesOfSource, readAvcRecord, writeAvcRecord } from '#codecs/video/avc-record.ts'
import { isReclaimed } from '#codecs/video/video-errors.ts'

/** Quality of VP9: a constant quantiser, from 0 (best) to 63, where the browser has one, otherwise a bit rate. */
export type Vp9Quality = { readonly quantizer: number; readonly bitsPerPixel: number }

export const colorQuality: Vp9Quality = { quantizer: 26, bitsPerPixel: 0.17 }
/** Finer than the colours, because errors of a matte are visible on every background. */
export const alphaQuality: Vp9Quality = { quantizer: 12, bitsPerPixel: 0.1 }

/** Settings to encode a plane of a video, its colours or its alpha. */
export type PlaneSetup = {
  readonly config: VideoEncoderConfig
  /** Options of every frame, besides `keyFrame`. */
  readonly frameOptions?: VideoEncoderEncodeOptions
}

/** Whether this browser supports a configuration; it may lack WebCodecs, as Firefox on Android. */
export const isEncodable = async (config: VideoEncoderConfig): Promise<boolean> =>
  globalThis.VideoEncoder !== undefined &&
  (await VideoEncoder.isConfigSupported(config).catch(() => null))?.supported === true

/** One encoded frame of a plane, with the encoder's metadata of the stream. */
export type EncodedPlane = {
  readonly chunk: EncodedVideoChunk
  readonly metadata: EncodedVideoChunkMetadata | undefined
}

/** A WebCodecs encoder that reports its failures to its caller. */
export interface PlaneEncoder {
  /** Resolves when another frame may be sent. Rejects with an earlier failure. */
  ready(): Promise<void>
  /** Whether the next frame must be a key frame: at the start, and after the encoder was replaced. */
  needsKeyFrame(): boolean
  /** Encodes and closes the frame. */
  encode(frame: VideoFrame, keyFrame: boolean): void
  flush(): Promise<void>
  close(): void
}

/** Frames in the encoder at a time, which keep it busy. */
const framesAhead = 4

export const openPlaneEncoder = (
  { config, frameOptions }: PlaneSetup,
  onPlane: (plane: EncodedPlane) => void,
): PlaneEncoder => {
  let failure: unknown
  let waiting = 0
  let isFresh = false
  const open = (): VideoEncoder => {
    isFresh = true
    const opened = new VideoEncoder({
      output: (chunk, metadata) => {
        waiting--
        onPlane({ chunk, metadata: config.codec.startsWith('avc1') ? repaired(metadata) : metadata })
      },
      error: (cause) => {
        // A reclaimed encoder without pending frames has lost nothing.
        if (!isReclaimed(cause) || waiting > 0) failure ??= cause
      },
    })
    opened.configure(config)
    return opened
  }
  let encoder = open()
  let isClosed = false
  const check = () => {
    if (failure) throw failure
    if (encoder.state === 'closed' && !isClosed) encoder = open()
  }
  return {
    needsKeyFrame: () => isFresh,
    async ready() {
      check()
      while (encoder.encodeQueueSize >= framesAhead && encoder.state === 'configured') await drained(encoder)
      check()
    },
    encode(frame, keyFrame) {
      try {
        waiting++
        isFresh = false
        encoder.encode(frame, { ...frameOptions, keyFrame })
      } finally {
        frame.close()
      }
    },
    async flush() {
      check()
      await encoder.flush()
      check()
    },
    close() {
      isClosed = true
      if (encoder.state !== 'closed') encoder.close()
    },
  }
}

const repaired = (metadata: EncodedVideoChunkMetadata | undefined): EncodedVideoChunkMetadata | undefined => {
  const { decoderConfig } = metadata ?? {}
  if (!decoderConfig?.description) return metadata
  const description = repairAvcDescription(bytesOfSource(decoderConfig.description))
  return { ...metadata, decoderConfig: { ...decoderConfig, description } }
}

/** Resolves after a frame. An encoder that fails or closes sends no event, hence the timer. */
const drained = (encoder: VideoEncoder): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    encoder.addEventListener('dequeue', done, { once: true })
  })

/** Types of NAL units (ITU-T H.264, table 7-1). */
const [spsType, ppsType] = [7, 8]

/** The profiles whose description ends with the chroma format and the bit depth. */
const highProfiles = [100, 110, 122, 244]

/** 4:2:0, 8 bits, and no further parameter sets, as all tracks written here. Reserved bits are 1. */
const ofPlanes420 = [0xfd, 0xf8, 0xf8, 0]

/**
 * The description of an H.264 track as players need it. Firefox 153 writes the first byte of each parameter set twice
 * (its bug 2031056); browsers then use those within the frames, but Windows Media Player and others open no such file.
 * Any other description comes back as it is.
 */
export const repairAvcDescription = (description: Uint8Array): Uint8Array => {
  const record = readAvcRecord(description)
  if (!record || ![...record.sps, ...record.pps].some(isDoubled)) return description
  return writeAvcRecord({
    ...record,
    sps: record.sps.map(withoutDouble),
    pps: record.pps.map(withoutDouble),
    // Firefox leaves it out.
    rest: Uint8Array.from(highProfiles.includes(record.profile) ? ofPlanes420 : []),
  })
}

const isDoubled = ([first = 0, second]: Uint8Array): boolean =>
  first === second && [spsType, ppsType].includes(first & 0x1f)

const withoutDouble = (set: Uint8Array): Uint8Array => (isDoubled(set) ? set.subarray(1) : set)
