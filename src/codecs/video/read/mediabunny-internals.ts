import { type InputFormat, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { nameAt } from '#base/byte-names.ts'
import { yieldEveryMs, yieldToEvents } from '#base/timers.ts'
import { maxPackets } from '#codecs/video/timing/frame-times.ts'
import { invalidVideo } from '#codecs/video/video-errors.ts'

/**
 * Here and in gated-sample-sink.ts is all that uses methods of mediabunny that its types leave out. It was written for
 * the version named here; test/unit/codecs/video/pinned-packages.test.ts lists what to check before the version is
 * raised.
 */
export const mediabunnyVersion = '1.61.0'

/** Boxes of one list, and elements of one cluster; files of hours have far fewer. */
const maxBoxes = 1_000_000
const maxElements = 300_000

/** Entries of a table; each takes ten times its bytes in memory. */
const maxEntries = 1_000_000

/** Chunks of a track, and samples of a chunk; hours of uncompressed sound have fewer. */
const maxInChunks = 2_000_000

/** Samples of a fragment; in uncompressed sound each is one. */
const maxInFragment = 1_000_000

/** Reads of one place in a row before the parser counts as caught in a loop, as at a damaged cluster. */
const maxReadsAtOnePlace = 1000

/**
 * mediabunny's formats with guards. Its parsers trust every number in a file, allocate lists as long as the file
 * declares, and never yield to events. Here, impossible numbers reject with `invalid_video` before a list is allocated,
 * and `signal` ends reading. The last format accepts MP4 and MOV that do not start with `ftyp`: mediabunny reads these
 * but does not recognise them.
 */
export const guardedFormats = (signal?: AbortSignal): InputFormat[] => {
  const quickTime = guarded(QTFF, guardBoxes, signal)
  const unbranded = Object.assign(Object.create(quickTime), { _canReadInput: async () => true })
  return [
    guarded(MP4, guardBoxes, signal),
    quickTime,
    guarded(WEBM, guardElements, signal),
    guarded(MATROSKA, guardElements, signal),
    unbranded,
  ]
}

/** A part of the file in memory, and the position of the parser in it. */
type Slice = { readonly view: DataView; readonly bufferPos: number; readonly remainingLength: number }

type Read = (start: number, ...lengths: number[]) => unknown
type Demuxer = { readonly reader: { requestSlice: Read; requestSliceRange: Read } }

type BoxDemuxer = Demuxer & {
  traverseBox: (slice: Slice) => boolean
  readonly currentTrack: { readonly sampleTable: SampleTable | null } | null
}
type Run = { readonly count: number }
type SampleTable = {
  readonly sampleTimingEntries: readonly Run[]
  readonly sampleCompositionTimeOffsets: readonly Run[]
  readonly sampleToChunk: readonly { readonly startChunkIndex: number; readonly samplesPerChunk: number }[]
}

type ElementDemuxer = Demuxer & {
  readContiguousElements: (slice: Slice, stopIds?: number[]) => number
  traverseElement: (slice: Slice, stopIds?: number[]) => boolean
}

const guarded = <F extends InputFormat, D extends Demuxer>(
  format: F,
  guard: (demuxer: D) => void,
  signal: AbortSignal | undefined,
): F => {
  const { _createDemuxer } = format as unknown as { _createDemuxer: (input: unknown) => D }
  return Object.assign(Object.create(format), {
    _createDemuxer: (input: unknown) => {
      const demuxer = _createDemuxer.call(format, input)
      guard(demuxer)
      takeTurns(demuxer.reader, signal)
      return demuxer
    },
  })
}

/** Yields to events during reads, which occur in every long loop of the parsers. */
const takeTurns = (reader: Demuxer['reader'], signal: AbortSignal | undefined): void => {
  let since = performance.now()
  let [place, times] = [-1, 0]
  const turn = async () => {
    await yieldToEvents(signal)
    since = performance.now()
  }
  for (const name of ['requestSlice', 'requestSliceRange'] as const) {
    const read = reader[name].bind(reader)
    reader[name] = (start, ...lengths) => {
      // Only heads are counted, because several frames may share their data.
      if (name === 'requestSliceRange') {
        times = start === place ? times + 1 : 0
        place = start
        if (times > maxReadsAtOnePlace) throw tooMany()
      }
      const again = () => read(start, ...lengths)
      return performance.now() - since < yieldEveryMs ? again() : turn().then(again)
    }
  }
}

const guardBoxes = (demuxer: BoxDemuxer): void => {
  const traverse = demuxer.traverseBox.bind(demuxer)
  let [depth, boxes, samples] = [0, 0, 0]
  demuxer.traverseBox = (slice) => {
    if (depth === 0) [boxes, samples] = [0, 0]
    const { isRun, count } = claimOf(slice)
    if (isRun) samples += count
    if (++boxes > maxBoxes || samples > maxInFragment || (!isRun && count > maxEntries)) throw tooMany()
    depth++
    try {
      return traverse(slice)
    } finally {
      depth--
      if (depth === 0 && demuxer.currentTrack?.sampleTable) checkTable(demuxer.currentTrack.sampleTable)
    }
  }
}

/**
 * The position of a box's entry count, in bytes from its content (ISO/IEC 14496-12, 8.6 to 8.8). Entries of the last
 * two may take no bytes.
 */
const countPlaces = { stts: 4, ctts: 4, stss: 4, stsc: 4, stco: 4, co64: 4, stz2: 8, trun: 4 } as const

/** The count that a box declares: samples of a fragment run, otherwise entries; 0 if it is no table. */
const claimOf = ({ view, bufferPos, remainingLength }: Slice): { isRun: boolean; count: number } => {
  if (remainingLength < 16) return { isRun: false, count: 0 }
  const name = nameAt(view, bufferPos + 4)
  const place = Object.hasOwn(countPlaces, name) ? countPlaces[name as keyof typeof countPlaces] : undefined
  const at = bufferPos + (view.getUint32(bufferPos) === 1 ? 16 : 8) + (place ?? 0)
  const isThere = place !== undefined && at + 4 <= view.byteLength
  return { isRun: name === 'trun', count: isThere ? view.getUint32(at) : 0 }
}

/** mediabunny expands these tables to one entry for each sample. */
const checkTable = (table: SampleTable): void => {
  const { sampleTimingEntries, sampleCompositionTimeOffsets, sampleToChunk } = table
  const listed = (runs: readonly Run[]) => runs.reduce((sum, { count }) => sum + count, 0)
  const isListed = sampleCompositionTimeOffsets.length > 0
  if (isListed && listed(sampleTimingEntries) + listed(sampleCompositionTimeOffsets) > 2 * maxPackets)
    throw tooMany()
  for (const { startChunkIndex, samplesPerChunk } of sampleToChunk)
    if (startChunkIndex > maxInChunks || samplesPerChunk > maxInChunks) throw tooMany()
}

const guardElements = (demuxer: ElementDemuxer): void => {
  const [readAll, traverse] = [
    demuxer.readContiguousElements.bind(demuxer),
    demuxer.traverseElement.bind(demuxer),
  ]
  let [depth, elements] = [0, 0]
  demuxer.readContiguousElements = (slice, stopIds) => {
    if (depth === 0) elements = 0
    depth++
    try {
      return readAll(slice, stopIds)
    } finally {
      depth--
    }
  }
  demuxer.traverseElement = (slice, stopIds) => {
    if (++elements > maxElements) throw tooMany()
    return traverse(slice, stopIds)
  }
}

const tooMany = () => invalidVideo('video_too_many_entries')
