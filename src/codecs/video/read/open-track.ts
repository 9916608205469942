import { BlobSource, Input, type InputVideoTrack } from 'mediabunny'
import { type EditList, editListOfTrack, noEdits, withoutEditLists } from '#codecs/video/timing/edit-list.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import { guardedFormats } from './mediabunny-internals.ts'
import { readMovieBox } from './movie-box.ts'

/** The video track of a file, read piece by piece as it is needed. Whoever opens it closes it. */
export type OpenTrack = {
  readonly input: Input
  readonly track: InputVideoTrack
  /** What the container shows of the track. */
  readonly edits: EditList
  /** The file as it was opened: without edit lists where they show several stretches. */
  readonly video: Blob
  close(): void
}

/**
 * Opens the video track that plays by default. Rejects with `invalid_video` where the file is none of
 * MP4, M4V, MOV, WebM and MKV, where it is too damaged to be listed, where it lists more than a video can hold, and
 * where it holds sound alone; with the signal's reason when that is aborted. Whatever is read of the track later
 * ends with the signal too.
 */
export const openTrack = async (video: Blob, signal?: AbortSignal): Promise<OpenTrack> => {
  const input = new Input({ source: new BlobSource(video), formats: guardedFormats(signal) })
  try {
    const film = await readMovieBox(video, signal)
    const track = await input.getPrimaryVideoTrack()
    if (!track) {
      const sound = await input.getPrimaryAudioTrack()
      throw invalidVideo(sound ? 'video_only_sound' : 'video_no_picture')
    }
    const edits = film ? editListOfTrack(film, track.id) : noEdits
    if (edits.segments.length === 0) return { input, track, edits, video, close: () => input.dispose() }
    // Here mediabunny would show the first of several stretches, and all after it.
    input.dispose()
    const bare = await openTrack(await withoutEditLists(video), signal)
    return { ...bare, edits }
  } catch (cause) {
    input.dispose()
    signal?.throwIfAborted()
    throw invalidVideo('video_unopenable', cause)
  }
}

export type TrackColors = {
  readonly colorSpace: VideoColorSpaceInit
  /** The file says nothing of its matrix, and decoders would take another one than players do. */
  readonly isGuessed: boolean
}

/** Players take what is lower for standard definition, whose matrix is BT.601 (Chromium's `<video>` does). */
const highDefinitionPx = 720

/** What a track's colours mean. A decoder given nothing takes BT.709, which turns the reds of small videos orange. */
export const readTrackColors = async (track: InputVideoTrack): Promise<TrackColors> => {
  const { primaries, transfer, matrix, fullRange } = await track.getColorSpace()
  const isGuessed = !matrix && (await track.getSquarePixelHeight()) < highDefinitionPx
  return {
    isGuessed,
    colorSpace: {
      primaries: primaries ?? 'bt709',
      transfer: transfer ?? 'bt709',
      matrix: matrix ?? (isGuessed ? 'smpte170m' : 'bt709'),
      fullRange: fullRange ?? false,
    },
  }
}
