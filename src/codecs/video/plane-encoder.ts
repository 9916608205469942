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
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => onPlane({ chunk, metadata }),
    error: (cause) => {
      failure ??= cause
    },
  })
  encoder.configure(config)
  const check = () => {
    if (failure) throw failure
  }
  return {
    async ready() {
      check()
      while (encoder.encodeQueueSize >= framesAhead && encoder.state === 'configured') await drained(encoder)
      check()
    },
    encode(frame, keyFrame) {
      try {
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
