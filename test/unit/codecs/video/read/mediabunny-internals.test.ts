import { EncodedPacketSink } from 'mediabunny'
import { expect, test } from 'vitest'
import { openTrack } from '#codecs/video/read/open-track.ts'
import { maxPackets } from '#codecs/video/timing/frame-times.ts'
import { readTrackTimes } from '#codecs/video/timing/track-times.ts'
import { uint32 } from '#support/byte-arrays.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { box, brand, ebml, moov, type Tables, table, toFile, trak, zeros } from '#support/make-mp4.ts'

const all = 0xffff_ffff
const refused = { code: 'invalid_video' }

const text = (value: string) => [...value].map((letter) => letter.charCodeAt(0))

const timesOf = async (video: Blob, signal?: AbortSignal) => {
  const open = await openTrack(video, signal)
  try {
    return await readTrackTimes(open, signal)
  } finally {
    open.close()
  }
}
const fileWith = (tables: Tables) => toFile(brand, moov(trak(10, tables)))

test.each<[string, Tables]>([
  ['four billion frames of no duration', { stts: table('stts', [[all, 0]]) }],
  [
    'four billion frames that are shown later',
    { stts: table('stts', [[all, 1]]), ctts: table('ctts', [[1, 1]]) },
  ],
  ['four billion moved frames', { ctts: table('ctts', [[all, 1]]) }],
  [
    'four billion sizes of no bits',
    { stsz: undefined, stz2: box('stz2', uint32(0), uint32(0), uint32(all)) },
  ],
  ['a chunk of four billion frames', { stsc: table('stsc', [[1, all, 1]]) }],
  [
    'a chunk number four billion',
    {
      stsc: table('stsc', [
        [1, 1, 1],
        [all, 1, 1],
      ]),
    },
  ],
])('a file that claims %s is refused', async (_, tables) => {
  await expect(timesOf(fileWith(tables))).rejects.toMatchObject(refused)
})

test('a fragment that claims a billion frames of no bytes is refused', async () => {
  const run = box('trun', uint32(0), uint32(1 << 30))
  const traf = box('traf', box('tfhd', uint32(0x38), uint32(1), uint32(1), uint32(0), uint32(0)), run)
  const empty = { stts: table('stts', []), stsc: table('stsc', []), stsz: box('stsz', zeros(12)) }
  const mvex = box('mvex', box('trex', uint32(0), uint32(1), zeros(16)))
  const video = toFile(brand, moov(trak(0, empty), mvex), box('moof', traf))
  await expect(timesOf(video)).rejects.toMatchObject(refused)
})

test('an hour at 60 frames a second is accepted', async () => {
  const hour = 216_000
  expect((await timesOf(fileWith({ stts: table('stts', [[hour, 10]]) }))).timestamps.length).toBe(hour)
  expect(maxPackets).toBeGreaterThan(2 * hour)
})

test('a cluster of a million empty elements is refused', async () => {
  const codec = ebml(0x86, text('V_VP8'))
  const picture = ebml(0xe0, ebml(0xb0, [64]), ebml(0xba, [48]))
  const tracks = ebml(0x1654ae6b, ebml(0xae, ebml(0xd7, [1]), ebml(0x83, [1]), codec, picture))
  const head = [...ebml(0x1a45dfa3, ebml(0x4282, text('webm'))), ...uint32(0x18538067), 0xff]
  const voids = new Uint8Array(2_000_000).map((_, index) => (index % 2 === 0 ? 0xec : 0x80))
  const cluster = [...uint32(0x1f43b675), 1, 0, 0, 0, ...uint32(voids.length)]
  const video = new Blob([Uint8Array.from([...head, ...tracks, ...cluster]), voids])
  await expect(timesOf(video)).rejects.toMatchObject(refused)
})

test('a cluster with a damaged head is read once', async () => {
  const head = [...ebml(0x1a45dfa3, ebml(0x4282, text('webm'))), ...uint32(0x18538067), 0xff]
  const picture = ebml(0xe0, ebml(0xb0, [64]), ebml(0xba, [48]))
  const tracks = ebml(
    0x1654ae6b,
    ebml(0xae, ebml(0xd7, [1]), ebml(0x83, [1]), ebml(0x86, text('V_VP8')), picture),
  )
  const damaged = [...uint32(0x1f43b675), 0, ...zeros(40)]
  const video = new Blob([Uint8Array.from([...head, ...tracks, ...damaged])])
  await expect(timesOf(video)).rejects.toMatchObject(refused)
})

test('reading ends with the signal, and yields to events', async () => {
  const abort = new AbortController()
  const reading = timesOf(fileWith({ stts: table('stts', [[maxPackets, 1]]) }), abort.signal)
  // The first turn that reading leaves to events.
  void turnEventLoop(1).then(() => abort.abort())
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})

test('a file with thousands of empty boxes is refused cheaply', async () => {
  const free = box('free')
  const video = new Blob([
    Uint8Array.from(brand),
    Uint8Array.from(Array(20_000).fill(free).flat()),
    toFile(moov(trak(3))),
  ])
  let slices = 0
  const slice = video.slice.bind(video)
  video.slice = (...range) => {
    slices++
    return slice(...range)
  }
  await expect(openTrack(video)).rejects.toMatchObject(refused)
  expect(slices).toBeLessThan(20)
})

test('a valid file opens after a refused one', async () => {
  const open = await openTrack(fileWith({}))
  expect(await new EncodedPacketSink(open.track).getFirstPacket({ metadataOnly: true })).not.toBeNull()
  open.close()
})
