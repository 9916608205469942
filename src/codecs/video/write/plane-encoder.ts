import { isReclaimed } from '#codecs/video/video-errors.ts'

/** How one plane of a video, its colours or its alpha, is encoded. */
export type PlaneSetup = {
  readonly config: VideoEncoderConfig
  /** Of every frame, besides whether it is a key frame. */
  readonly frameOptions?: VideoEncoderEncodeOptions
}

export type EncodedPlane = {
  readonly chunk: EncodedVideoChunk
  readonly metadata: EncodedVideoChunkMetadata | undefined
}

/** One WebCodecs encoder whose failures surface where it is used. */
export interface PlaneEncoder {
  /** Resolves when a frame more may be sent; rejects with what went wrong before. */
  ready(): Promise<void>
  /** Whether what is encoded next refers to nothing before it: at the start, and after a loss. */
  needsKeyFrame(): boolean
  /** Takes the frame over, and closes it. */
  encode(frame: VideoFrame, keyFrame: boolean): void
  flush(): Promise<void>
  close(): void
}

/** Frames in the encoder at a time: enough to keep it busy. */
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
        onPlane({ chunk, metadata })
      },
      error: (cause) => {
        // Without a frame in it nothing is lost.
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

/** Until a frame is done. An encoder that fails or is closed tells nobody, hence the second look. */
const drained = (encoder: VideoEncoder): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    encoder.addEventListener('dequeue', done, { once: true })
  })
