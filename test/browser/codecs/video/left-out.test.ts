import { describe, expect, test } from 'vitest'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { type LeftOutKind, leftOut } from '#contract/left-out.ts'
import type { VideoFormat } from '#contract/output-formats.ts'
import { leftOutOfClip, leftOutOfPart } from '#contract/video-left-out.ts'
import { ffmpegIsMissing, inventory, makeOf } from '#support/ffmpeg-in-browser.ts'
import { neverAborted } from '#support/video-frames.ts'
import { evenTimes, writeClip } from '#support/write-clip.ts'

const seconds = 2
const fps = 10

const lines = new Blob([
  ...['1\n00:00:00,000 --> 00:00:01,000\nfirst\n\n', '2\n00:00:01,000 --> 00:00:02,000\nsecond\n'],
])
const chapters = new Blob([
  ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=One\n',
  '[CHAPTER]\nTIMEBASE=1/1000\nSTART=1000\nEND=2000\ntitle=Two\n',
])
const font = new Blob(['not really a font'])

type Extras = {
  readonly format: string
  readonly picture: readonly string[]
  readonly sound: string
  readonly subtitles?: string
  readonly hasChapters?: boolean
  readonly hasSecondPicture?: boolean
  readonly hasCover?: boolean
  readonly hasFont?: boolean
  readonly timecode?: string
}

const h264 = ['libx264', '-pix_fmt', 'yuv420p']

/** Each container with everything that ffmpeg can put into it beside a picture track. */
const files: { readonly [name: string]: Extras } = {
  mp4: {
    format: 'mp4',
    picture: h264,
    sound: 'aac',
    subtitles: 'mov_text',
    hasChapters: true,
    hasSecondPicture: true,
    hasCover: true,
  },
  'mp4 with a timecode': { format: 'mp4', picture: h264, sound: 'ac3', timecode: '01:02:03:04' },
  mov: {
    format: 'mov',
    picture: h264,
    sound: 'pcm_s16le',
    subtitles: 'mov_text',
    hasChapters: true,
    hasSecondPicture: true,
    timecode: '01:02:03:04',
  },
  mkv: {
    format: 'matroska',
    picture: h264,
    sound: 'flac',
    subtitles: 'ass',
    hasChapters: true,
    hasSecondPicture: true,
    hasCover: true,
    hasFont: true,
  },
  webm: {
    format: 'webm',
    picture: ['libvpx', '-deadline', 'realtime', '-cpu-used', '8'],
    sound: 'libopus',
    subtitles: 'webvtt',
    hasChapters: true,
  },
  mts: { format: 'mpegts', picture: h264, sound: 'ac3', hasSecondPicture: true },
  avi: { format: 'avi', picture: ['mpeg4'], sound: 'libmp3lame', hasSecondPicture: true },
}

const makeFile = async (name: string): Promise<Blob> => {
  const extras = files[name]
  if (!extras) throw new Error(name)
  const { format, picture, sound, subtitles, hasChapters, hasSecondPicture, hasCover, hasFont, timecode } =
    extras
  const generated = (source: string) => ['-f', 'lavfi', '-i', source]
  const cover = await makeOf('ffmpeg', [
    ...generated('testsrc=s=32x32:d=1:r=1'),
    '-frames:v',
    '1',
    '-f',
    'mjpeg',
  ])
  const made = await makeOf(
    'ffmpeg',
    [
      ...generated(`testsrc=s=64x48:r=${fps}:d=${seconds}`),
      ...[...generated(`sine=300:d=${seconds}`), ...generated(`sine=700:d=${seconds}`)],
      ...['-f', 'srt', '-i', '{in0}', '-f', 'ffmetadata', '-i', '{in1}', '-f', 'mjpeg', '-i', '{in2}'],
      ...['-map', '0:v', ...(hasSecondPicture ? ['-map', '0:v'] : []), '-map', '1:a', '-map', '2:a'],
      ...(subtitles ? ['-map', '3:s'] : []),
      ...(hasCover ? ['-map', '5:v', `-c:v:${hasSecondPicture ? 2 : 1}`, 'mjpeg'] : []),
      ...['-map_chapters', hasChapters ? '4' : '-1', '-c:v:0', ...picture, '-c:a', sound],
      ...(hasSecondPicture ? ['-c:v:1', picture[0] ?? ''] : []),
      ...(subtitles ? ['-c:s', subtitles] : []),
      ...(hasCover ? [`-disposition:v:${hasSecondPicture ? 2 : 1}`, 'attached_pic'] : []),
      ...(hasFont
        ? ['-attach', '{in3}', '-metadata:s:t', 'mimetype=font/ttf', '-metadata:s:t', 'filename=a.ttf']
        : []),
      ...(timecode ? ['-timecode', timecode] : []),
      ...['-metadata:s:a:1', 'title=Game', '-f', format],
    ],
    ...[lines, chapters, cover, font],
  )
  return made
}

/** What is not in the output must be in the list, and nothing that is. */
const expectAllTold = async (source: Blob, format: VideoFormat) => {
  const facts = await probeVideo(source, { signal: neverAborted })
  const written = await writeClip(
    { format, size: { width: 64, height: 48 }, audioOf: format === 'gif' ? null : source },
    { times: evenTimes(facts.frames, fps) },
  )
  const list = leftOutOfClip(facts, written)
  const told = (...kinds: readonly LeftOutKind[]) =>
    list.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { count }) => sum + count, 0)
  const [had, has] = [await inventory(source), await inventory(written.blob)]
  expect({
    pictures: has.pictures + told('video_tracks', 'pictures'),
    sounds: has.sounds + told('sound_tracks'),
    subtitles: has.subtitles + told('subtitles'),
    chapters: has.chapters + told('chapters'),
    attachments: has.attachments + told('attachments'),
    hasTimecode: has.hasTimecode || told('timecode') > 0,
  }).toEqual({
    pictures: had.pictures,
    sounds: had.sounds,
    subtitles: had.subtitles,
    chapters: had.chapters,
    attachments: had.attachments,
    hasTimecode: had.hasTimecode,
  })
  return list
}

describe.skipIf(ffmpegIsMissing)('what a result lacks of its clip (skipped without ffmpeg)', () => {
  test.each(
    Object.keys(files).flatMap((name) =>
      (['webm', 'mp4', 'mov', 'gif'] as const).map((format) => ({ name, format })),
    ),
  )('of $name is told beside a $format', async ({ name, format }) => {
    const list = await expectAllTold(await makeFile(name), format)
    expect(list.some(({ kind }) => kind === 'sound_tracks')).toBe(format === 'gif')
  })

  test('is named by the titles and languages that mkvmerge writes', async () => {
    const named = ['--language', '2:ger', '--track-name', '2:Mikrofon', '--language', '3:en-GB']
    const merged = await makeOf('mkvmerge', [...named, '{in0}', '-o'], await makeFile('mkv'))
    const { sounds } = await probeVideo(merged, { signal: neverAborted })
    expect(sounds?.map(({ title, language }) => [title, language])).toEqual([
      ['Mikrofon', 'ger'],
      ['Game', 'eng'],
    ])
    await expectAllTold(merged, 'gif')
  })

  test('is a data track where no player shows it', async () => {
    const clip = new Uint8Array(await (await makeFile('mp4')).arrayBuffer())
    const handler = new TextDecoder('latin1').decode(clip).indexOf('sbtl')
    clip.set(new TextEncoder().encode('meta'), handler)
    const { others = [] } = await probeVideo(new Blob([clip]), { signal: neverAborted })
    expect(others.map(({ kind }) => kind)).toContain('data_tracks')
    expect(others.map(({ kind }) => kind)).not.toContain('subtitles')
  })

  test.each([
    ['matroska', 'comment+original+hearing_impaired+visual_impaired', 4],
    ['mp4', 'comment+hearing_impaired+visual_impaired', 3],
  ] as const)('marks of sounds in %s are kept or told', async (format, marks, count) => {
    const sounds = ['-f', 'lavfi', '-i', 'sine=300:d=1', '-f', 'lavfi', '-i', 'sine=700:d=1']
    const source = await makeOf('ffmpeg', [
      ...['-f', 'lavfi', '-i', `testsrc=s=64x48:r=${fps}:d=1`, ...sounds, '-map', '0', '-map', '1'],
      ...['-map', '2', '-c:v', ...h264, '-c:a', 'aac', '-metadata:s:a:1', 'title=Director'],
      ...['-disposition:a:1', marks, '-f', format],
    ])
    const facts = await probeVideo(source, { signal: neverAborted })
    expect((await inventory(source)).marks).toHaveLength(count)
    for (const [to, kept] of [
      ['webm', count],
      ['mp4', 0],
      ['mov', 0],
    ] as const) {
      const written = await writeClip(
        { format: to, size: { width: 64, height: 48 }, audioOf: source },
        { times: evenTimes(facts.frames, fps) },
      )
      const lost = kept > 0 ? [] : [leftOut('sound_roles', 1, ['Director'])]
      const part = await probeVideo(written.blob, { signal: neverAborted })
      expect((await inventory(written.blob)).marks).toHaveLength(kept)
      expect([leftOutOfClip(facts, written), leftOutOfPart(facts, part)]).toEqual([lost, lost])
    }
  })

  const hlg = ['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc']
  const pq = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc']
  const p3 = ['-color_primaries', 'smpte432', '-color_trc', 'bt709', '-colorspace', 'bt709']
  const sdr = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709']
  const quiet = ['-x265-params', 'log-level=none']
  const vp9 = ['libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']
  const aom = ['libaom-av1', '-cpu-used', '8']
  const [ten, hdr] = [leftOut('bits', 2), leftOut('hdr')]
  test.each([
    ['libx264 of 8 bits', ['libx264'], 'yuv420p', sdr, 'mp4', []],
    ['libx264 of 8 bits in P3', ['libx264'], 'yuv420p', p3, 'mp4', [leftOut('colors')]],
    ['libx264 of 10 bits', ['libx264'], 'yuv422p10le', sdr, 'mp4', [ten]],
    ['libx264 of 10 bits in a stream', ['libx264'], 'yuv420p10le', sdr, 'mpegts', [ten]],
    ['libx264 of 8 bits, 4:4:4', ['libx264'], 'yuv444p', sdr, 'matroska', []],
    ['libx265 of 8 bits', ['libx265', ...quiet], 'yuv420p', sdr, 'mp4', []],
    ['libx265 of 10 bits in HLG', ['libx265', ...quiet], 'yuv420p10le', hlg, 'mp4', [ten, hdr]],
    ['libx265 of 12 bits', ['libx265', ...quiet], 'yuv422p12le', sdr, 'matroska', [leftOut('bits', 4)]],
    ['VP9 of 8 bits', vp9, 'yuv420p', sdr, 'webm', []],
    ['VP9 of 10 bits in PQ', vp9, 'yuv420p10le', pq, 'webm', [ten, hdr]],
    ['AV1 of 10 bits', aom, 'yuv420p10le', sdr, 'mp4', [ten]],
    ['ProRes 422', ['prores_ks'], 'yuv422p10le', sdr, 'mov', [ten]],
  ] as const)('is depth and range: %s', async (_, encoder, pixels, colors, format, lost) => {
    const source = await makeOf('ffmpeg', [
      ...['-f', 'lavfi', '-i', `testsrc=s=64x48:r=${fps}:d=0.5`, '-pix_fmt', pixels, '-c:v', ...encoder],
      ...[...colors, '-f', format],
    ])
    const facts = await probeVideo(source, { signal: neverAborted })
    const written = await writeClip(
      { format: 'webm', size: { width: 64, height: 48 }, audioOf: null },
      { times: evenTimes(facts.frames, fps) },
    )
    expect(leftOutOfClip(facts, written)).toEqual(lost)
    expect(leftOutOfPart(facts, {})).toEqual(lost)
    expect((await inventory(written.blob)).pixels).toMatch(/^yuva?420p$/)
  })
})
