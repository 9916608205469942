import { describe, expect, test } from 'vitest'
import { type EbmlElement, ebmlElements, findElement, numberIn } from '#formats/ebml-elements.ts'
import { type ByteSpan, boxesIn, boxesNamed, findBox, wholeSpan } from '#formats/iso-boxes.ts'
import { ffmpegIsMissing } from '#support/ffmpeg-in-browser.ts'
import { makeVideo } from '#support/video-frames.ts'
import { writeClip } from '#support/write-clip.ts'

// What docs/formats.md lists of containers, read from the bytes alone.

const size = { width: 64, height: 48 }
const times = [0, 0.04, 0.05, 0.25, 0.29, 1.011]

const written = async (format: 'webm' | 'mp4' | 'mov') => {
  const sound = ['-f', 'lavfi', '-i', 'sine=d=1.2', '-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=1.2']
  const { blob: audioOf } = await makeVideo([...sound, '-c:v', 'libx264', '-c:a', 'aac'], 'mp4')
  const { blob } = await writeClip(
    { format, size, audioOf, hasAlpha: format !== 'mp4' },
    { times, endSeconds: 1.2 },
  )
  return new DataView(await blob.arrayBuffer())
}

const inside = (view: DataView, span: ByteSpan, ...names: readonly string[]) =>
  names.reduce<ByteSpan>((outer, name) => {
    const box = findBox(view, outer, name)
    if (!box) throw new Error(`no ${name}`)
    return box
  }, span)

/** The numbers of a table of 32 bits, without version, flags and `skipped` more. */
const wordsOf = (view: DataView, { from, to }: ByteSpan, skipped: number): number[] =>
  Array.from({ length: (to - from) / 4 - skipped }, (_, at) => view.getUint32(from + (at + skipped) * 4))

describe.skipIf(ffmpegIsMissing).each(['mp4', 'mov'] as const)(
  'a %s by ISO/IEC 14496-12 (skipped without ffmpeg)',
  (format) => {
    test('consists of whole boxes, and its tables agree with each other', async () => {
      const view = await written(format)
      const top = [...boxesIn(view, wholeSpan(view))]
      expect(top[0]?.name).toBe('ftyp')
      expect(top.at(-1)?.to).toBe(view.byteLength)
      expect(top.map(({ at }) => at)).toEqual([0, ...top.slice(0, -1).map(({ to }) => to)])
      const movie = inside(view, wholeSpan(view), 'moov')
      const media = inside(view, wholeSpan(view), 'mdat')
      const movieHz = view.getUint32(inside(view, movie, 'mvhd').from + 12)
      const movieTicks = view.getUint32(inside(view, movie, 'mvhd').from + 16)
      const tracks = boxesNamed(view, movie, 'trak')
      expect(tracks).toHaveLength(2)
      const spans: [number, number][] = []
      for (const track of tracks) {
        const mdhd = inside(view, track, 'mdia', 'mdhd')
        const [hz, ticks] = [view.getUint32(mdhd.from + 12), view.getUint32(mdhd.from + 16)]
        const table = (name: string, skipped: number) =>
          wordsOf(view, inside(view, track, 'mdia', 'minf', 'stbl', name), skipped)
        const [sizes, offsets, runs, chunks] = [
          table('stsz', 3),
          table('stco', 2),
          table('stts', 2),
          table('stsc', 2),
        ]
        const pairs = runs
          .filter((_, at) => at % 2 === 0)
          .map((count, at) => [count, runs[at * 2 + 1] ?? 0] as const)
        expect(pairs.reduce((sum, [count]) => sum + count, 0)).toBe(sizes.length)
        expect(pairs.reduce((sum, [count, delta]) => sum + count * delta, 0)).toBe(ticks)
        for (const [, delta] of pairs) expect(delta).toBeGreaterThan(0)
        const tkhdTicks = view.getUint32(inside(view, track, 'tkhd').from + 20)
        expect(tkhdTicks).toBeLessThanOrEqual(movieTicks)
        expect(Math.abs(tkhdTicks / movieHz - ticks / hz)).toBeLessThan(0.05)
        let sample = 0
        for (const [index, offset] of offsets.entries()) {
          const run = chunks.findLastIndex((first, at) => at % 3 === 0 && first <= index + 1)
          let end = offset
          for (let left = chunks[run + 1] ?? 0; left > 0; left--) end += sizes[sample++] ?? 0
          spans.push([offset, end])
        }
        expect(sample).toBe(sizes.length)
      }
      // Samples fill the media data without gaps, but for the room of a longer head, and none lies upon another.
      const sorted = spans.toSorted(([a], [b]) => a - b)
      expect(sorted[0]?.[0]).toBe(media.from + 8)
      expect(sorted.at(-1)?.[1]).toBe(media.to)
      for (const [index, [, end]] of sorted.slice(0, -1).entries()) expect(sorted[index + 1]?.[0]).toBe(end)
    })
  },
)

/** IDs of RFC 9559. */
const ids = {
  head: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekAt: 0x53ac,
  info: 0x1549a966,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  entry: 0xae,
  number: 0xd7,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  cues: 0x1c53bb6b,
  point: 0xbb,
  cueTime: 0xb3,
  positions: 0xb7,
  clusterAt: 0xf1,
  group: 0xa0,
  block: 0xa1,
  simple: 0xa3,
  additions: 0x75a1,
  reference: 0xfb,
  maxAddition: 0x55ee,
} as const

describe.skipIf(ffmpegIsMissing)('a WebM by RFC 9559 (skipped without ffmpeg)', () => {
  test('consists of whole elements, to which its indexes point', async () => {
    const view = await written('webm')
    const all = (span: ByteSpan) => [...ebmlElements(view, span)]
    const named = (span: ByteSpan, id: number) => all(span).filter((element) => element.id === id)
    const valueIn = (span: ByteSpan, id: number) => numberIn(view, findElement(view, span, id))
    const [head, segment, ...rest] = all({ from: 0, to: view.byteLength })
    if (!head || !segment) throw new Error('no segment')
    expect([head.id, segment.id, segment.to, rest.length]).toEqual([
      ids.head,
      ids.segment,
      view.byteLength,
      0,
    ])
    const parts = all(segment)
    expect(parts.at(-1)?.to).toBe(view.byteLength)
    const partAt = (position: number): EbmlElement | undefined =>
      parts.find(({ at }) => at === segment.from + position)

    const [seekHead] = named(segment, ids.seekHead)
    const seeks = seekHead ? named(seekHead, ids.seek) : []
    expect(seeks.length).toBeGreaterThanOrEqual(3)
    for (const seek of seeks) expect(partAt(valueIn(seek, ids.seekAt))?.id).toBe(valueIn(seek, ids.seekId))

    const clusters = named(segment, ids.cluster)
    const [cues] = named(segment, ids.cues)
    for (const point of cues ? named(cues, ids.point) : []) {
      const [positions] = named(point, ids.positions)
      const cluster = positions && partAt(valueIn(positions, ids.clusterAt))
      expect(cluster?.id).toBe(ids.cluster)
      expect(valueIn(point, ids.cueTime)).toBeGreaterThanOrEqual(
        cluster ? valueIn(cluster, ids.timestamp) : 1e9,
      )
    }

    const [tracks] = named(segment, ids.tracks)
    const [video, audio] = tracks ? named(tracks, ids.entry) : []
    if (!video || !audio) throw new Error('no tracks')
    expect([valueIn(video, ids.maxAddition), valueIn(audio, ids.maxAddition)]).toEqual([1, 0])
    const stamps: number[] = []
    for (const cluster of clusters)
      for (const group of named(cluster, ids.group)) {
        const [block] = named(group, ids.block)
        expect(named(group, ids.additions)).toHaveLength(1)
        const isKey = named(group, ids.reference).length === 0
        expect(isKey).toBe(stamps.length === 0)
        if (block) stamps.push(valueIn(cluster, ids.timestamp) + view.getInt16(block.from + 1))
      }
    expect(stamps).toEqual(times.map((seconds) => Math.round(seconds * 1000)))
    const [info] = named(segment, ids.info)
    const duration = info && findElement(view, info, ids.duration)
    expect(duration && view.getFloat64(duration.from)).toBeGreaterThanOrEqual(1200)
  })
})
