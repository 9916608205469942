import { BlobSource, Input, type InputVideoTrack } from 'mediabunny'
import {
  type EditList,
  editListOfTrack,
  wholeTrack,
  withoutEditLists,
} from '#codecs/video/timing/edit-list.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import { guardedFormats } from './mediabunny-internals.ts'
import { changesDescription, hasEncryptedTrack, readMovieBox } from './movie-box.ts'
import { readableSource } from './readable-source.ts'
import { readTrackShape, type TrackShape } from './track-shape.ts'

/** The video track of a file, read piece by piece. The caller closes it. */
export type OpenTrack = {
  readonly input: Input
  readonly track: InputVideoTrack
  /** The edit list of the track. */
  readonly edits: EditList
  /** The opened file, from `readableSource`, and without edit lists of several segments. */
  readonly video: Blob
  /** The opened file with its edit lists, for its sound. */
  readonly source: Blob
  readonly shape: TrackShape
  /** Whether samples of a track, by its ID, have several descriptions, which only ffmpeg follows. */
  changesDescription(trackId: number): boolean
  close(): void
}

/**
 * Opens the default video track. Rejects with `invalid_video` for a file that is not MP4, M4V, MOV, WebM or MKV, is too
 * damaged, lists more than a video can contain, or has sound only, and like `readableSource`. An abort rejects with the
 * signal's reason, and ends later reads of the track too.
 */
export const openTrack = async (file: Blob, signal?: AbortSignal): Promise<OpenTrack> => {
  const video = await readableSource(file, signal)
  const input = new Input({ source: new BlobSource(video), formats: guardedFormats(signal) })
  try {
    const movieBox = await readMovieBox(video, signal)
    if (movieBox && hasEncryptedTrack(movieBox)) throw invalidVideo('video_encrypted')
    const track = await input.getPrimaryVideoTrack()
    if (!track) {
      const sound = await input.getPrimaryAudioTrack()
      throw invalidVideo(sound ? 'video_only_sound' : 'video_no_picture')
    }
    const edits = movieBox ? editListOfTrack(movieBox, track.id) : wholeTrack
    if (edits.segments.length === 0)
      return {
        input,
        track,
        edits,
        video,
        source: video,
        close: () => input.dispose(),
        shape: await readTrackShape(track, movieBox, video),
        changesDescription: (trackId) => movieBox !== null && changesDescription(movieBox, trackId),
      }
    // mediabunny would show the first segment and everything after it.
    input.dispose()
    const bare = await openTrack(await withoutEditLists(video), signal)
    return { ...bare, edits, source: video }
  } catch (cause) {
    input.dispose()
    signal?.throwIfAborted()
    throw invalidVideo('video_unopenable', cause)
  }
}

/** The colour space of a track, from its file or as players assume it. */
export type TrackColors = {
  readonly colorSpace: VideoColorSpaceInit
  /** Whether the file names no matrix, and decoders would choose another one than players do. */
  readonly isGuessed: boolean
}

/** Players decode lower videos with BT.601, the matrix of standard definition, as Chromium's `<video>` does. */
const highDefinitionPx = 720

/** The colour space of a track. Without one decoders assume BT.709, which turns the reds of small videos orange. */
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
