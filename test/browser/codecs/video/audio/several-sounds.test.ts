import { describe, expect, test } from 'vitest'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { decodeChannels, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { withEditLists } from '#support/rewrite-mp4.ts'
import { makeVideo, neverAborted } from '#support/video-frames.ts'
import { evenTimes, writeClip } from '#support/write-clip.ts'

const size = { width: 64, height: 48 }

/** Three tracks, each with a tone of its own; the second one plays by default. */
const tracks = [
  { hz: 300, title: 'Mic', language: 'eng' },
  {
    hz: 700,
    title: 'Game, with a title that is longer than a byte of length can count to: '.padEnd(124, '.'),
    language: 'spa',
  },
  { hz: 1500, title: '', language: 'ita' },
] as const

const clip = async (codecs: readonly string[], ending: string) => {
  const video = ending === 'webm' ? ['-c:v', 'libvpx', '-deadline', 'realtime'] : ['-c:v', 'libx264']
  const { blob } = await makeVideo(
    [
      ...['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=2'],
      ...tracks.flatMap(({ hz }) => ['-f', 'lavfi', '-i', `sine=${hz}:r=48000:d=2`]),
      ...['-map', '0:v', ...tracks.flatMap((_, index) => ['-map', `${index + 1}:a`])],
      ...[...video, '-pix_fmt', 'yuv420p', '-ac', '1'],
      ...codecs.flatMap((codec, index) => [`-c:a:${index}`, codec]),
      ...tracks.flatMap(({ title, language }, index) => [
        ...(title ? [`-metadata:s:a:${index}`, `title=${title}`] : []),
        ...[`-metadata:s:a:${index}`, `language=${language}`],
        ...[`-disposition:a:${index}`, index === 1 ? 'default' : '0'],
      ]),
    ],
    ending,
  )
  return blob
}

const write = (format: 'webm' | 'mp4' | 'mov', audioOf: Blob, audioTracks?: readonly number[]) =>
  writeClip({ format, size, audioOf, audioTracks }, { times: evenTimes(20, 10) })

/** The tone of a sound track, by its passages through zero, to 20 Hz. */
const toneOf = async (blob: Blob, track: number) => {
  const [sound = new Float32Array()] = await decodeChannels(blob, 1, 48_000, track)
  const second = sound.subarray(12_000, 60_000)
  const passages = second.filter((value, at) => value < 0 !== (second[at + 1] ?? value) < 0).length
  return Math.round(passages / 2 / 20) * 20
}

const soundsOf = async (blob: Blob) =>
  await Promise.all(
    (await probe(blob)).streams
      .filter(({ codec_type }) => codec_type === 'audio')
      .map(async ({ codec_name, tags, disposition }, index) => ({
        codec: codec_name,
        // ffmpeg shows the title of a track of MP4 and MOV as the name of its handler.
        title: tags?.title ?? (tags?.handler_name ?? '').replace('MediabunnySoundHandler', ''),
        language: tags?.language,
        isDefault: disposition?.default === 1,
        hz: await toneOf(blob, index),
      })),
  )

const codecOf = { webm: 'opus', mp4: 'aac', mov: 'aac' } as const

describe.skipIf(ffmpegIsMissing)('several sound tracks (skipped without ffmpeg)', () => {
  test.each([
    ['mkv', ['aac', 'ac3', 'flac'], 'webm'],
    ['mkv', ['aac', 'ac3', 'libopus'], 'mp4'],
    ['mp4', ['aac', 'aac', 'aac'], 'mp4'],
    ['mp4', ['aac', 'libmp3lame', 'ac3'], 'mov'],
    ['mov', ['pcm_s16le', 'aac', 'pcm_s24le'], 'webm'],
    ['webm', ['libopus', 'libopus', 'libvorbis'], 'webm'],
    ['webm', ['libopus', 'libvorbis', 'libopus'], 'mov'],
  ] as const)('of a %s as %j become those of a %s', async (ending, codecs, format) => {
    const source = await clip(codecs, ending)
    const { sounds } = await probeVideo(source, { signal: neverAborted })
    expect(sounds).toEqual(
      tracks.map(({ title, language }, index) => ({
        number: index + 1,
        title,
        language,
        isDefault: index === 1,
      })),
    )
    const written = await write(format, source)
    expect(written.sounds.map(({ number, fault }) => ({ number, fault }))).toEqual(
      [1, 2, 3].map((number) => ({ number, fault: null })),
    )
    expect(await soundsOf(written.blob)).toEqual(
      tracks.map((track, index) => ({ ...track, codec: codecOf[format], isDefault: index === 1 })),
    )
  })

  test('of an AVI are kept, which only ffmpeg reads', async () => {
    const source = await clip(['libmp3lame', 'ac3', 'pcm_s16le'], 'avi')
    const facts = await probeVideo(source, { signal: neverAborted })
    expect(facts.sounds).toHaveLength(3)
    const { blob } = await write('webm', source)
    expect((await soundsOf(blob)).map(({ hz }) => hz)).toEqual([300, 700, 1500])
  })

  test('are chosen by their numbers; all stay where none fits', async () => {
    const source = await clip(['aac', 'ac3', 'flac'], 'mkv')
    for (const format of ['mp4', 'webm'] as const) {
      const tonesOf = async (numbers: readonly number[]) =>
        (await soundsOf((await write(format, source, numbers)).blob)).map(({ hz, isDefault }) => [
          hz,
          isDefault,
        ])
      expect(await tonesOf([1, 3])).toEqual([
        [300, true],
        [1500, false],
      ])
      expect(await tonesOf([7])).toHaveLength(3)
    }
  })

  test('are spliced alike by an edit list', async () => {
    const source = await withEditLists(await clip(['aac', 'aac', 'aac'], 'mp4'), [
      { lasting: 0.5, from: 0 },
      { lasting: 0.5, from: 1 },
    ])
    expect((await probeVideo(source, { signal: neverAborted })).durationSeconds).toBeCloseTo(1, 1)
    const { blob } = await write('webm', source)
    expect((await soundsOf(blob)).map(({ title, language }) => title + language)).toEqual(
      tracks.map(({ title, language }) => title + language),
    )
  })
})
