import { type EbmlElement, ebmlElements, findElement, numberIn, readEbmlHead, trackEntries } from './ebml.ts'

// IDs of Matroska elements (RFC 9559, section 5).
const trackTypeId = 0x83
const contentEncodingsId = 0x6d80
const contentEncodingId = 0x6240
const compressionId = 0x5034
const algorithmId = 0x4254
const encryptionId = 0x5035

/** Values of TrackType whose tracks are read: picture and sound. */
const readTypes = [1, 2]
/** The value of ContentCompAlgo whose tracks mediabunny reads: the same first bytes are left out of each frame. */
const headerStripping = 3

/** The value whose frames ffmpeg does not unpack here. */
const bzip2 = 1

/** How frames of picture and sound of a WebM or MKV are stored, as far as mediabunny does not read them; else null. */
export const findTrackEncodings = async (
  video: Blob,
): Promise<'compressed' | 'bzip2' | 'encrypted' | null> => {
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

/** zlib where no algorithm is named. */
const algorithmOf = (view: DataView, encoding: EbmlElement): number => {
  const compression = findElement(view, encoding, compressionId)
  return compression ? numberIn(view, findElement(view, compression, algorithmId)) : 0
}
