import { BlobSource, Input, type InputVideoTrack } from 'mediabunny'
import { allOfIt, type Edits, editsOfTrack, withoutEdits } from './edit-list.ts'
import { readFilm } from './film-list.ts'
import { guardedFormats } from './guarded-formats.ts'
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
 * Opens the video track that plays by default. Rejects with `invalid_video` where the file is none of
 * MP4, M4V, MOV, WebM and MKV, where it is too damaged to be listed, where it lists more than a video can hold, and
 * where it holds sound alone; with the signal's reason when that is aborted. Whatever is read of the track later
 * ends with the signal too.
 */
export const openTrack = async (video: Blob, signal?: AbortSignal): Promise<OpenTrack> => {
  const input = new Input({ source: new BlobSource(video), formats: guardedFormats(signal) })
  try {
    const film = await readFilm(video, signal)
    const track = await input.getPrimaryVideoTrack()
    if (!track) {
      const sound = await input.getPrimaryAudioTrack()
      throw invalidVideo(sound ? 'video_only_sound' : 'video_no_picture')
    }
    const edits = film ? editsOfTrack(film, track.id) : allOfIt
    if (edits.splices.length === 0) return { input, track, edits, video, close: () => input.dispose() }
    // Here mediabunny would show the first of several stretches, and all after it.
    input.dispose()
    const bare = await openTrack(await withoutEdits(video), signal)
    return { ...bare, edits }
  } catch (cause) {
    input.dispose()
    signal?.throwIfAborted()
    throw invalidVideo('video_unopenable', cause)
  }
}
