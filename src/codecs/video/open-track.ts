import {
  BlobSource,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  QuickTimeInputFormat,
  WEBM,
} from 'mediabunny'
import { type Edits, readEdits, withoutEdits } from './edit-list.ts'
import { invalidVideo } from './invalid-video.ts'

/** The video track of a file, read piece by piece as it is needed. Whoever opens it closes it. */
export type OpenTrack = {
  readonly input: Input
  readonly track: InputVideoTrack
  /** What the container shows of the track. */
  readonly edits: Edits
  /** The file as it was opened: without edit lists where they show several stretches. */
  readonly video: Blob
  close(): void
}

/**
 * Films of boxes whose first is not `ftyp`: from before there was one, or with padding in front. mediabunny knows
 * how to read them, but not that it may; `_canReadInput` is what it asks each format.
 */
class UnbrandedFormat extends QuickTimeInputFormat {
  async _canReadInput(): Promise<boolean> {
    return true
  }
}

/** The containers of the contract (Spec, Video), told by their bytes; the last takes what the others leave. */
const formats = [MP4, QTFF, WEBM, MATROSKA, new UnbrandedFormat()]

/**
 * Opens the video track that plays by default. Rejects with `invalid_video` where the file is none of
 * MP4, M4V, MOV, WebM and MKV, where it is too damaged to be listed, and where it holds sound alone.
 */
export const openTrack = async (video: Blob): Promise<OpenTrack> => {
  const input = new Input({ source: new BlobSource(video), formats })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) {
      const sound = await input.getPrimaryAudioTrack()
      throw invalidVideo(sound ? 'The file holds no picture, only sound.' : 'The file holds no picture.')
    }
    const edits = await readEdits(video, track.id)
    if (edits.splices.length === 0) return { input, track, edits, video, close: () => input.dispose() }
    // Here mediabunny would show the first of several stretches, and all after it.
    input.dispose()
    const bare = await openTrack(await withoutEdits(video))
    return { ...bare, edits }
  } catch (cause) {
    input.dispose()
    throw invalidVideo('The file is no video that can be opened here.', cause)
  }
}
