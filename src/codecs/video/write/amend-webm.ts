import {
  codecDelayId,
  codecIdId,
  type EbmlElement,
  findElement,
  segmentId,
  textIn,
  trackEntries,
} from '#formats/ebml-elements.ts'
import type { ByteSink } from './frame-writer.ts'

const seekPreRollId = 0x56bb
const nameId = 0x536e
const maxBlockAdditionId = 0x55ee
const [tagsId, tagId, targetsId, targetTypeId, voidId] = [0x1254c367, 0x7373, 0x63c0, 0x63ca, 0xec]

/**
 * Track names as long as the elements that replace them: the only way in mediabunny to make room in an entry. A title
 * follows as many bytes as the element takes.
 */
export const nameRoom = { video: '1', audio: '80ms', titledAudio: '80ms : ' } as const

/** Nanoseconds of sound that a decoder of Opus needs before its output is right (WebM container guidelines). */
const opusPreRoll = 80_000_000

/**
 * Passes a WebM on to `sink`, and makes its list of tracks conform to RFC 9559. mediabunny stores the length of Opus's
 * priming as SeekPreRoll, so that players start the sound too late; here it becomes CodecDelay. It leaves out
 * MaxBlockAdditionID, whose default of 0 means that a track has no alpha.
 */
export const withTrackFields = (sink: ByteSink): ByteSink => ({
  write: (data, position) => {
    if (position === 0) {
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
      amendTracks(view)
      amendTags(view)
    }
    return sink.write(data, position)
  },
})

const amendTracks = (view: DataView): void => {
  for (const entry of trackEntries(view)) {
    const room = findElement(view, entry, nameId)
    if (textIn(view, findElement(view, entry, codecIdId)) !== 'A_OPUS') {
      if (!room || textIn(view, room) !== nameRoom.video) continue
      view.setUint16(room.at, maxBlockAdditionId)
      view.setUint8(room.from, 1)
      continue
    }
    const delay = findElement(view, entry, seekPreRollId)
    if (delay && !findElement(view, entry, codecDelayId)) view.setUint16(delay.at, codecDelayId)
    const name = textIn(view, room)
    if (!room || !name.startsWith(nameRoom.audio)) continue
    if (name.startsWith(nameRoom.titledAudio)) renameTrack(view, room)
    view.setUint16(room.at, seekPreRollId)
    view.setUint8(room.at + 2, 0x84)
    view.setUint32(room.at + 3, opusPreRoll)
  }
}

/** Removes the target's name from tags, which ffmpeg would prepend: `MOVIE/TIMECODE`. */
const amendTags = (view: DataView): void => {
  const segment = findElement(view, { from: 0, to: view.byteLength }, segmentId)
  const tags = segment && findElement(view, segment, tagsId)
  const tag = tags && findElement(view, tags, tagId)
  const targets = tag && findElement(view, tag, targetsId)
  const name = targets && findElement(view, targets, targetTypeId)
  if (!name) return
  view.setUint8(name.at, voidId)
  view.setUint8(name.at + 1, 0x80 | (name.to - name.at - 2))
}

/** Moves the head of a name to its title, after the place of SeekPreRoll. */
const renameTrack = (view: DataView, { at, from, to }: EbmlElement): void => {
  const roomBytes = nameRoom.titledAudio.length
  const sizeBytes = from - at - 2
  view.setUint16(at + roomBytes, nameId)
  const size = to - from - roomBytes
  for (let byte = 0; byte < sizeBytes; byte++) {
    const value = Math.floor(size / 256 ** (sizeBytes - 1 - byte)) & 0xff
    view.setUint8(at + roomBytes + 2 + byte, byte === 0 ? value | (0x80 >> (sizeBytes - 1)) : value)
  }
}
