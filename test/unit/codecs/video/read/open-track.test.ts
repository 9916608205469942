import { expect, test } from 'vitest'
import { openTrack } from '#codecs/video/read/open-track.ts'
import { readTrackTimes } from '#codecs/video/timing/track-times.ts'
import { box, brand, moov, toFile, trak, zeros } from '#support/make-mp4.ts'

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
