import {
  type EncodedVideoPacketSource,
  Output,
  type OutputFormat,
  StreamTarget,
  type StreamTargetChunk,
  type VideoTrackMetadata,
} from 'mediabunny'
import type { AudioSource, OpenedAudio, OpenedSound } from '#codecs/video/audio/copy-audio.ts'
import type { Frame } from '#codecs/video/frame.ts'
import type { WrittenSound } from '#contract/video-left-out.ts'
import type { ByteSink, FormatWriter, WriteOptions } from './frame-writer.ts'

/** Bytes of a write: small enough to be held twice, large enough for few writes. */
const pieceBytes = 1 << 20

type ContainerOutput = {
  readonly output: Output
  /** The length of the file so far, in bytes. */
  bytes(): number
}

/** A container that writes its bytes to `sink` as they come. Errors of the sink become errors of the container. */
export const openContainer = (format: OutputFormat, sink: ByteSink): ContainerOutput => {
  let bytes = 0
  const stream = new WritableStream<StreamTargetChunk>(
    {
      async write({ data, position }) {
        await sink.write(data, position)
        bytes = Math.max(bytes, position + data.byteLength)
      },
    },
    { highWaterMark: 2 },
  )
  const target = new StreamTarget(stream, { chunked: true, chunkSize: pieceBytes })
  return { output: new Output({ format, target }), bytes: () => bytes }
}

/** Seconds that the sound is ahead of the picture, so that the container never waits for it. */
const audioAheadSeconds = 1

/** Colour properties of every track that is written. */
export const colorSpace = {
  primaries: 'bt709',
  transfer: 'bt709',
  matrix: 'bt709',
  fullRange: false,
} as const

/** Encodes frames, and adds the packets to a container. */
export interface VideoTrack {
  readonly source: EncodedVideoPacketSource
  write(frame: Frame): Promise<void>
  /** Resolves when all packets are in the container. */
  finish(): Promise<void>
  close(): void
}

/** Ticks a second that mediabunny counts in by default; a whole number of them is one frame of most rates. */
const defaultClockHz = 57_600

type MuxedTracks = {
  readonly container: ContainerOutput
  readonly rate: Pick<WriteOptions, 'fps' | 'isVariable' | 'gridFps'>
  readonly openVideo: () => Promise<VideoTrack> | VideoTrack
  readonly videoMetadata: VideoTrackMetadata
  /** The name of a sound track in the container; default: its title. */
  readonly soundName?: (title: string) => string
  /** The tags of the file, by name. */
  readonly tags?: Readonly<Record<string, string>>
  readonly openAudio: () => Promise<OpenedAudio>
}

/** The sounds that a file gets; a matte has none. */
export const soundsOf = ({ isMatte, audioOf, audioTracks }: WriteOptions): AudioSource | null =>
  isMatte || !audioOf ? null : { video: audioOf, tracks: audioTracks }

/** Adds picture and sound to a container in step, to keep little of either in memory. */
export const muxTracks = async ({
  container,
  rate: { fps, isVariable, gridFps },
  openVideo,
  videoMetadata,
  soundName,
  tags,
  openAudio,
}: MuxedTracks): Promise<FormatWriter> => {
  const { output } = container
  const evenFps = isVariable ? gridFps : fps
  const video = await openVideo()
  let audio: OpenedAudio | undefined
  const close = () => {
    video.close()
    audio?.close()
  }
  try {
    audio = await openAudio()
    // 30000/1001 frames a second need a clock of their own; otherwise they would last 1921 and 1922 ticks by turns.
    const hasOwnClock = evenFps !== undefined && !Number.isInteger(defaultClockHz / evenFps)
    output.addVideoTrack(video.source, { ...videoMetadata, ...(hasOwnClock && { frameRate: evenFps }) })
    // Without the default sound, the first one becomes the default.
    const fed = audio.sounds.filter(({ feed }) => feed !== null)
    const byDefault = fed.find(({ isDefault }) => isDefault) ?? fed[0]
    for (const sound of audio.sounds) {
      const { feed, title, language, roles = [] } = sound
      const name = soundName ? soundName(title) : title
      if (feed)
        output.addAudioTrack(feed.source, {
          ...(name && { name }),
          languageCode: language,
          disposition: {
            default: sound === byDefault,
            ...Object.fromEntries(roles.map((role) => [role, true])),
          },
          maximumPacketCount: feed.maxPackets,
        })
    }
    if (tags) output.setMetadataTags({ raw: tags })
    await output.start()
  } catch (cause) {
    close()
    throw cause
  }
  const { sounds } = audio
  const advanceTo = async (seconds: number) => {
    for (const { feed } of sounds) await feed?.advance(seconds)
  }
  return {
    async write(frame) {
      await advanceTo(frame.timestampSeconds + audioAheadSeconds)
      await video.write(evenFps === undefined ? frame : toEven(frame, evenFps))
    },
    async finish() {
      await video.finish()
      video.source.close()
      await advanceTo(Number.POSITIVE_INFINITY)
      await output.finalize()
      close()
      return { bytes: container.bytes(), sounds: sounds.map(toWritten) }
    },
    async abort() {
      close()
      if (output.state === 'pending' || output.state === 'started') await output.cancel()
    },
  }
}

const toWritten = ({ feed, fault, close: _, ...sound }: OpenedSound): WrittenSound => ({
  ...sound,
  fault: fault ?? feed?.dropped() ?? null,
})

/** A frame at the time of its number, since millisecond clocks are off by half a millisecond. */
const toEven = ({ raster, timestampSeconds, durationSeconds }: Frame, fps: number): Frame => ({
  raster,
  timestampSeconds: Math.round(timestampSeconds * fps) / fps,
  durationSeconds: Math.max(1, Math.round(durationSeconds * fps)) / fps,
})
