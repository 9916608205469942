import { describe, expect, test } from 'vitest'
import { openTrack } from '#codecs/video/read/open-track.ts'
import { isDemuxedByFfmpeg } from '#codecs/video/read/readable-source.ts'
import { readTrackTimes } from '#codecs/video/timing/track-times.ts'
import { ascii, uint32 } from '#support/byte-arrays.ts'
import { box, brand, ebml, moov, toFile, trak, zeros } from '#support/make-mp4.ts'

const framesOf = async (video: Blob): Promise<number> => {
  const open = await openTrack(video)
  try {
    return (await readTrackTimes(open)).timestamps.length
  } finally {
    open.close()
  }
}

const movie = moov(trak(5))

test.each([
  ['its brand', [brand, movie]],
  ['nothing', [movie]],
  ['eight bytes of room', [box('wide'), movie]],
  ['its media', [box('mdat', zeros(40)), movie]],
  ['padding and a brand', [box('free', zeros(9)), brand, movie]],
  ['something of its maker’s', [box('uuid', zeros(30)), brand, movie]],
] as const)('D-1: a file that starts with %s is read', async (_, boxes) => {
  expect(await framesOf(toFile(...boxes))).toBe(5)
})

test('D-3: a media segment without its header is refused', async () => {
  await expect(openTrack(toFile(box('moof', zeros(40))))).rejects.toMatchObject({ code: 'invalid_video' })
})

describe('what nothing here unlocks or unpacks is refused by its name:', () => {
  const protectedAs = (name: string, codec: string, bytes: number) =>
    trak(5, {
      stsd: box(
        'stsd',
        uint32(0),
        uint32(1),
        box(name, zeros(bytes), box('sinf', box('frma', ascii(codec)), box('schm', zeros(4), ascii('cenc')))),
      ),
    })

  test.each([
    ['pictures', protectedAs('encv', 'avc1', 78)],
    ['sound', protectedAs('enca', 'mp4a', 28)],
    ['pictures of iTunes', protectedAs('drmi', 'avc1', 78)],
    ['sound of iTunes', protectedAs('drms', 'mp4a', 28)],
  ])('encrypted %s of an MP4', async (_, track) => {
    for (const file of [toFile(brand, moov(track)), toFile(brand, moov(trak(5), track))])
      await expect(openTrack(file)).rejects.toMatchObject({
        code: 'invalid_video',
        reason: 'video_encrypted',
      })
  })

  /** A Matroska file with a plain picture, and a track of this type whose frames are stored in this way. */
  const matroska = (type: number, encoding: number[]) =>
    toFile(
      ebml(0x1a45dfa3, ebml(0x4282, ascii('matroska'))),
      ebml(
        0x18538067,
        ebml(
          0x1654ae6b,
          ebml(0xae, ebml(0xd7, [1]), ebml(0x83, [1]), ebml(0x86, ascii('V_VP9'))),
          ebml(0xae, ebml(0xd7, [2]), ebml(0x83, [type]), ebml(0x6d80, ebml(0x6240, encoding))),
        ),
      ),
    )
  const compressed = (algorithm: number) => ebml(0x5034, ebml(0x4254, [algorithm]))
  const encrypted = ebml(0x5035, ebml(0x47e1, [5]))

  test.each([
    ['pictures', 1],
    ['sound', 2],
  ])('encrypted or bzip2 %s of a WebM or MKV', async (_, type) => {
    await expect(openTrack(matroska(type, encrypted))).rejects.toMatchObject({ reason: 'video_encrypted' })
    await expect(openTrack(matroska(type, compressed(1)))).rejects.toMatchObject({
      code: 'invalid_video',
      reason: 'video_codec_missing',
      params: { codec: 'bzip2' },
    })
  })

  test('subtitles may be stored in any way', async () => {
    for (const encoding of [encrypted, compressed(1), compressed(2)])
      expect(await isDemuxedByFfmpeg(matroska(17, encoding))).toBe(false)
    expect(await isDemuxedByFfmpeg(matroska(2, compressed(2)))).toBe(true)
  })
})
