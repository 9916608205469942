import { invalidVideo } from '#codecs/video/video-errors.ts'
import { findParts } from './find-parts.ts'
import { findTrackEncodings } from './track-encodings.ts'

/** What mediabunny cannot demux of a file: `parts` after the first one, or frames that are compressed. */
type Demuxing = { readonly parts: readonly Blob[]; readonly isByFfmpeg: boolean }

const demuxings = new WeakMap<Blob, Promise<Demuxing>>()
const sources = new WeakMap<Blob, Promise<Blob>>()

/** The promise of a file, made once; a failure is forgotten. */
const once = <T>(known: WeakMap<Blob, Promise<T>>, video: Blob, make: () => Promise<T>): Promise<T> => {
  const made = known.get(video) ?? make()
  known.set(video, made)
  made.catch(() => known.delete(video))
  return made
}

/** Rejects with `invalid_video` for a file whose frames are encrypted, or compressed as nothing here unpacks. */
const demuxingOf = (video: Blob): Promise<Demuxing> =>
  once(demuxings, video, async () => {
    const encoding = await findTrackEncodings(video)
    if (encoding === 'encrypted') throw invalidVideo('video_encrypted')
    if (encoding === 'bzip2')
      throw invalidVideo({ reason: 'video_codec_missing', params: { codec: encoding } })
    const parts = await findParts(video)
    return { parts, isByFfmpeg: encoding === 'compressed' || parts.length > 1 }
  })

/** Whether `readableSource` runs ffmpeg, which has to be loaded first. Rejects as it does. */
export const isDemuxedByFfmpeg = async (video: Blob): Promise<boolean> => (await demuxingOf(video)).isByFfmpeg

/**
 * The file as mediabunny reads it whole: itself, or what ffmpeg makes of one whose tracks are compressed, or that consists
 * of several videos one after the other. Nothing is encoded again. Rejects with `invalid_video` for parts that do not fit
 * together and for encrypted frames, and as `openFfmpeg` does.
 */
export const readableSource = async (
  video: Blob,
  signal?: AbortSignal,
  onProgress?: () => void,
): Promise<Blob> => {
  const { parts, isByFfmpeg } = await demuxingOf(video)
  if (!isByFfmpeg) return video
  // Few files need it, and what only reads containers runs without it.
  const { remux } = await import('#codecs/video/ffmpeg/remux.ts')
  return await once(sources, video, () => remux(parts, signal, onProgress))
}
