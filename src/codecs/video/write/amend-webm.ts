import { codecDelayId, codecIdId, findElement, textIn, trackEntries } from '#codecs/video/read/ebml.ts'
import type { ByteSink } from './frame-writer.ts'

const seekPreRollId = 0x56bb
const nameId = 0x536e
const maxBlockAdditionId = 0x55ee

/**
 * Track names with elements of the length of those that replace them: the only way in mediabunny to make room in an
 * entry.
 */
export const nameRoom = { video: '1', audio: '80ms' } as const

/** Nanoseconds of sound that a decoder of Opus needs before its output is right (WebM container guidelines). */
const opusPreRoll = 80_000_000

/**
 * Passes a WebM on to `sink`, and makes its list of tracks conform to RFC 9559. mediabunny stores the length of Opus's
 * priming as SeekPreRoll, so that players start the sound too late; here it becomes CodecDelay. It leaves out
 * MaxBlockAdditionID, whose default of 0 means that a track has no alpha.
 */
export const withTrackFields = (sink: ByteSink): ByteSink => ({
  write: (data, position) => {
    if (position === 0) amendTracks(new DataView(data.buffer, data.byteOffset, data.byteLength))
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
    if (!room || textIn(view, room) !== nameRoom.audio) continue
    view.setUint16(room.at, seekPreRollId)
    view.setUint32(room.from, opusPreRoll)
  }
}
