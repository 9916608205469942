import { describe, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import type { Raster } from '#engine/raster.ts'
import { probe } from '#support/ffmpeg-in-browser.ts'
import { ffmpegFrame, makeVideo, rasterDifference, readVideoFrames } from '#support/video-frames.ts'
import { writeClip } from '#support/write-clip.ts'

const hasFfmpeg = await commands.hasFfmpeg()

const moving = (size = '160x90', fps = 12, seconds = 1) => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${fps}:d=${seconds}`],
]
const tone = (seconds = 1, layout = 'mono') => [
  ...['-f', 'lavfi', '-i', `sine=440:sample_rate=48000:d=${seconds},aformat=channel_layouts=${layout}`],
]
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '14', '-pix_fmt', 'yuv420p']
const aac = ['-c:a', 'aac']
const av1 = ['-c:v', 'libaom-av1', '-cpu-used', '8', '-crf', '20']
const halfSeen = "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(gt(X,80),255,0)'"

/** The ffmpeg arguments of each clip, and its container. */
const clips: readonly (readonly [what: string, args: readonly string[], container: string])[] = [
  [
    'frames that come unevenly',
    [
      ...[...moving(), '-vf', "setpts='(N+0.4*sin(N))/12/TB'", '-fps_mode', 'vfr'],
      ...['-enc_time_base', '1/1000', ...h264],
    ],
    'mp4',
  ],
  [
    'B-frames, and a second sound that plays by default',
    [
      ...[...moving(), ...tone(3), ...tone(1, 'stereo'), '-map', '0', '-map', '1', '-map', '2', ...h264],
      ...['-bf', '4', ...aac, '-disposition:a:0', '0', '-disposition:a:1', 'default', '-t', '1'],
    ],
    'mkv',
  ],
  [
    'fragments',
    [
      ...[...moving(), ...tone(), ...h264, '-g', '6', ...aac],
      ...['-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
    ],
    'mp4',
  ],
  ['one frame and a second of sound', [...moving('160x90', 12, 0.08), ...tone(), ...h264, ...aac], 'mp4'],
  ['sound that goes on for two seconds', [...moving(), ...tone(3), ...h264, ...aac], 'mp4'],
  [
    'a track of time code, and sound that ends early',
    [...moving('160x90', 25), ...tone(0.3), ...h264, ...aac, '-timecode', '10:00:00:00'],
    'mov',
  ],
  ['120 frames a second', [...moving('160x90', 120, 0.3), ...h264], 'mp4'],
  [
    'AV1 of 10 bits with Opus in MP4',
    [...moving(), ...tone(), ...av1, '-pix_fmt', 'yuv420p10le', '-c:a', 'libopus'],
    'mp4',
  ],
  ['a recording that nobody finished', [...moving(), ...tone(), '-c:v', 'libvpx', '-live', '1'], 'webm'],
  [
    'interlaced pictures',
    [
      ...[...moving('160x96', 25), '-vf', 'tinterlace=interleave_top', ...h264],
      ...['-flags', '+ildct+ilme', '-x264opts', 'tff=1'],
    ],
    'mp4',
  ],
  [
    'a clock that starts at a day',
    [...moving(), ...tone(), ...h264, ...aac, '-output_ts_offset', '86400'],
    'mkv',
  ],
  [
    'a clock that starts at an hour',
    [...moving(), ...tone(), ...h264, ...aac, '-output_ts_offset', '3600'],
    'mp4',
  ],
  [
    'a picture for the cover',
    [
      ...[...moving(), '-f', 'lavfi', '-i', 'color=red:s=64x64:d=0.04:r=25', '-map', '0', '-map', '1'],
      ...['-c:v:0', 'libx264', '-pix_fmt', 'yuv420p', '-c:v:1', 'mjpeg', '-disposition:v:1', 'attached_pic'],
    ],
    'mp4',
  ],
  ['PNG pictures with transparency', [...moving(), '-vf', halfSeen, '-c:v', 'png'], 'mov'],
  ['halved columns (4:2:2)', [...moving(), ...h264, '-pix_fmt', 'yuv422p'], 'mp4'],
  [
    'open groups of pictures',
    [...moving(), ...h264, '-g', '4', '-bf', '2', '-x264opts', 'open-gop=1'],
    'mp4',
  ],
  [
    'a recording of a camcorder',
    [...moving('160x96', 25), ...tone(), ...h264, '-bf', '2', '-c:a', 'ac3'],
    'm2ts',
  ],
  [
    'MPEG-2 of a transport stream',
    [
      ...[...moving('160x96', 25), ...tone(), '-c:v', 'mpeg2video', '-q:v', '2', '-c:a', 'mp2'],
      ...['-mpegts_m2ts_mode', '0'],
    ],
    'm2ts',
  ],
  [
    'a program stream',
    [...moving('160x96', 25), ...tone(), '-c:v', 'mpeg2video', '-q:v', '2', '-bf', '2', '-c:a', 'mp2'],
    'mpg',
  ],
  [
    'a film of a disc',
    [...moving('160x96', 25), ...tone(), '-c:v', 'mpeg2video', '-q:v', '2', '-c:a', 'ac3'],
    'vob',
  ],
  [
    'uncompressed sound of a disc',
    [
      ...[...moving('160x96', 25), ...tone(1, 'stereo'), '-c:v', 'mpeg2video', '-q:v', '2'],
      ...['-c:a', 'pcm_dvd', '-ar', '48000'],
    ],
    'vob',
  ],
  [
    'uncompressed sound of a camera',
    [
      ...[...moving('160x96', 25), ...tone(1, 'stereo'), ...h264, '-c:a', 'pcm_bluray', '-ar', '48000'],
      ...['-mpegts_m2ts_mode', '1'],
    ],
    'm2ts',
  ],
  [
    'Theora with Vorbis',
    [...moving('160x96'), ...tone(), '-c:v', 'libtheora', '-q:v', '10', '-c:a', 'libvorbis'],
    'ogv',
  ],
  ['sound of a camera (ADPCM)', [...moving(), ...tone(1, 'stereo'), ...h264, '-c:a', 'adpcm_ima_qt'], 'mov'],
]

/** When the sound of a file ends, in seconds after the start of its picture. */
const soundEnd = ({ videoPackets, audioPackets }: Awaited<ReturnType<typeof probe>>): number => {
  const sound = audioPackets.at(-1)
  const start = Math.min(...videoPackets.map(({ seconds }) => seconds))
  return sound ? sound.seconds + sound.durationSeconds - Math.max(0, start) : 0
}

describe.skipIf(!hasFfmpeg)('is read as by ffmpeg, its sound written (skipped without ffmpeg):', () => {
  test.each(clips)('%s', async (_, args, container) => {
    const { file, blob } = await makeVideo(args, container)
    const { stamps } = await commands.nativeFrames(file)
    const rasters: Raster[] = []
    const { facts, starts } = await readVideoFrames(blob, ({ raster }) => rasters.push(raster))
    expect(starts).toHaveLength(stamps.length)
    expect(facts.frames).toBe(stamps.length)
    for (const [index, start] of starts.entries())
      expect(Math.abs(start - ((stamps[index] ?? -1) - (stamps[0] ?? 0)))).toBeLessThan(0.0015)
    const middle = Math.floor(stamps.length / 2)
    const found = rasters[middle]
    if (!found) throw new Error('no such frame')
    // Chroma at half resolution can be upsampled in more than one way, which shows in so small a picture.
    expect(rasterDifference(found, await ffmpegFrame(file, middle, facts)).mean).toBeLessThan(5)

    const source = await probe(blob)
    expect(facts.audio === null).toBe(source.audio === undefined)
    if (!facts.audio) return
    const { blob: result, sounds } = await writeClip(
      { format: 'webm', size: { width: 32, height: 24 }, audioOf: blob },
      { times: starts, endSeconds: facts.durationSeconds },
    )
    expect(new Set(sounds.map(({ fault }) => fault))).toEqual(new Set([null]))
    const written = await probe(result)
    expect(written.video).toMatchObject({ nb_read_frames: String(starts.length) })
    expect(written.audio?.codec_name).toBe('opus')
    expect(Math.abs(soundEnd(written) - soundEnd(source))).toBeLessThan(1 / 24)
  })
})
