import { describe, expect, test } from 'vitest'
import { leftOut } from '#contract/left-out.ts'
import { leftOutOfClip } from '#contract/video-left-out.ts'
import type { Raster } from '#engine/raster.ts'
import { ffmpegIsMissing, makeOf } from '#support/ffmpeg-in-browser.ts'
import { readVideoFrames } from '#support/video-frames.ts'

/** A square that moves 3 pixels to the right 50 times a second, before bars that turn. */
const moving =
  'color=gray:s=192x128:r=50:d=1.2,format=rgb24[g];color=red:s=40x60:r=50:d=1.2[m];[g][m]overlay=x=n*3:y=30:format=rgb,format=yuv420p'

type Fields = { readonly first: 'top' | 'bottom'; readonly isWhole?: boolean }

/** Frames of 25 a second as interlaced video; whole ones, in a stream that says that they have fields, with `isWhole`. */
const clip = ({ first, isWhole = false }: Fields, codec: readonly string[], format: string) => {
  const woven = isWhole ? 'framestep=2' : `tinterlace=interleave_${first}`
  return makeOf('ffmpeg', [
    ...['-f', 'lavfi', '-i', `${moving},${woven},setfield=${first === 'top' ? 'tff' : 'bff'}`, '-r', '25'],
    ...[...codec, '-flags', '+ildct+ilme', '-f', format],
  ])
}

/** The frames as they would be if each had been taken whole at the time of its first field. */
const truth = () =>
  makeOf('ffmpeg', [
    '-f',
    'lavfi',
    '-i',
    `${moving},framestep=2`,
    '-r',
    '25',
    '-c:v',
    'libx264',
    '-qp',
    '4',
    '-f',
    'mp4',
  ])

const framesOf = async (blob: Blob) => {
  const frames: Raster[] = []
  const { facts } = await readVideoFrames(blob, ({ raster }) => frames.push(raster))
  return { facts, frames }
}

/** Decibels. */
const psnr = (a: readonly Raster[], b: readonly Raster[]): number => {
  let [sum, count] = [0, 0]
  for (const [index, { data }] of a.entries())
    for (let at = 0; at < data.length; at++, count++)
      sum += ((data[at] ?? 0) - (b[index]?.data[at] ?? 0)) ** 2
  return 10 * Math.log10(255 ** 2 / (sum / count))
}

const h264 = ['-c:v', 'libx264', '-qp', '4'] as const

describe.skipIf(ffmpegIsMissing)('an interlaced clip (skipped without ffmpeg)', () => {
  test.each([
    ['top', 'H.264 of browsers', [...h264, '-x264opts', 'tff=1'], 'mp4'],
    ['bottom', 'H.264 of browsers', [...h264, '-x264opts', 'bff=1'], 'matroska'],
    ['top', 'MPEG-2 of ffmpeg', ['-c:v', 'mpeg2video', '-qscale:v', '1'], 'matroska'],
    ['top', 'ProRes', ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le'], 'mov'],
  ] as const)('%s field first, in %s, is read as whole frames', async (first, _, codec, format) => {
    const { facts, frames } = await framesOf(await clip({ first }, codec, format))
    expect(facts).toMatchObject({ fields: first, decoder: 'ffmpeg', frames: 30, fps: 25 })
    expect(frames).toHaveLength(30)
    const whole = (await framesOf(await truth())).frames
    expect(psnr(frames, whole)).toBeGreaterThan(30)
    const written = { dropped: 0, sounds: [], hasTimecode: false }
    expect(leftOutOfClip(facts, written)).toEqual([leftOut('fields')])
  })

  test('whose frames were taken whole is left as it is', async () => {
    const { facts, frames } = await framesOf(
      await clip({ first: 'top', isWhole: true }, [...h264, '-x264opts', 'tff=1'], 'mp4'),
    )
    expect(facts).toMatchObject({ decoder: 'webcodecs', frames: 30 })
    expect(facts.fields).toBeUndefined()
    expect(psnr(frames, (await framesOf(await truth())).frames)).toBeGreaterThan(45)
  })
})
