import { once } from '#base/promises.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'
import { copiedContainers, type FileKind } from '#contract/file-kinds.ts'
import { loadPart } from '#contract/load-part.ts'
import { readFileKind } from '#contract/sniff.ts'
import {
  type EbmlElement,
  ebmlElements,
  findElement,
  numberIn,
  readEbmlHead,
  trackEntries,
} from '#formats/ebml-elements.ts'
import { findParts } from './find-parts.ts'

/** The parts of a file, and whether ffmpeg must demux it: for its container, several parts, or compressed frames. */
type Demuxing = { readonly parts: readonly Blob[]; readonly isByFfmpeg: boolean }

const isCopied = (kind: FileKind) => copiedContainers.some((copied) => copied === kind)

const demuxings = new WeakMap<Blob, Promise<Demuxing>>()
const sources = new WeakMap<Blob, Promise<Blob>>()

/** Rejects with `invalid_video` for frames that are encrypted, or compressed in an unsupported way. */
const demuxingOf = (video: Blob): Promise<Demuxing> =>
  once(demuxings, video, async () => {
    if (isCopied(await readFileKind(video))) return { parts: [video], isByFfmpeg: true }
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
 * A file that mediabunny can read whole: the file itself, or a copy by ffmpeg where its tracks are compressed, or it
 * consists of several videos in a row, as `remux` makes it. Rejects with `invalid_video` for parts that do not fit
 * together and for encrypted frames, and like `openFfmpeg`.
 */
export const readableSource = async (
  video: Blob,
  signal?: AbortSignal,
  onProgress?: () => void,
): Promise<Blob> => {
  const { parts, isByFfmpeg } = await demuxingOf(video)
  if (!isByFfmpeg) return video
  // Loaded on demand, since few files need it.
  const { remux } = await loadPart(() => import('#codecs/video/ffmpeg/remux.ts'))
  return await once(sources, video, () => remux(parts, signal, onProgress))
}

// IDs of Matroska elements (RFC 9559, section 5).
const trackTypeId = 0x83
const contentEncodingsId = 0x6d80
const contentEncodingId = 0x6240
const compressionId = 0x5034
const algorithmId = 0x4254
const encryptionId = 0x5035

/** Values of TrackType that are read: picture and sound. */
const readTypes = [1, 2]
/** The value of ContentCompAlgo that mediabunny supports: equal first bytes are left out of each frame. */
const headerStripping = 3

/** The value that this ffmpeg does not support. */
const bzip2 = 1

/** The encoding of picture and sound frames of a WebM or MKV, if mediabunny does not read it; else null. */
const findTrackEncodings = async (video: Blob): Promise<'compressed' | 'bzip2' | 'encrypted' | null> => {
  const view = await readEbmlHead(video)
  const encodings = [...trackEntries(view)]
    .filter((entry) => readTypes.includes(numberIn(view, findElement(view, entry, trackTypeId))))
    .flatMap((entry) => encodingsOf(view, entry))
  if (encodings.some((encoding) => findElement(view, encoding, encryptionId))) return 'encrypted'
  const algorithms = encodings.map((encoding) => algorithmOf(view, encoding))
  if (algorithms.includes(bzip2)) return 'bzip2'
  return algorithms.some((algorithm) => algorithm !== headerStripping) ? 'compressed' : null
}

const encodingsOf = (view: DataView, entry: EbmlElement): readonly EbmlElement[] => {
  const list = findElement(view, entry, contentEncodingsId)
  return list ? [...ebmlElements(view, list)].filter(({ id }) => id === contentEncodingId) : []
}

/** The compression algorithm; default: zlib. */
const algorithmOf = (view: DataView, encoding: EbmlElement): number => {
  const compression = findElement(view, encoding, compressionId)
  return compression ? numberIn(view, findElement(view, compression, algorithmId)) : 0
}
