import { describe, expect, test } from 'vitest'
import { leftOut } from '#contract/left-out.ts'
import { toFrameRate, type VideoFacts } from '#contract/video-facts.ts'
import { leftOutOfClip } from '#contract/video-left-out.ts'
import type { Raster } from '#engine/raster.ts'
import { ffmpegIsMissing, makeOf } from '#support/ffmpeg-in-browser.ts'
import { readVideoFrames } from '#support/video-frames.ts'

/** A square that moves 3 pixels to the right 50 times a second, before bars that turn. */
const moving =
  'color=gray:s=192x128:r=50:d=1.2,format=rgb24[g];color=red:s=40x60:r=50:d=1.2[m];[g][m]overlay=x=n*3:y=30:format=rgb,format=yuv420p'

/** Moving test bars that idet takes for combed. */
const bars = 'testsrc2=s=192x128:r=50:d=1.2,format=yuv422p'

const h264 = ['-c:v', 'libx264', '-qp', '4'] as const

type Fields = { readonly first: 'top' | 'bottom'; readonly isWhole?: boolean }

/**
 * Frames of 25 a second as interlaced video; whole ones, in a stream that says that they have fields, with `isWhole`.
 */
const clip = ({ first, isWhole = false }: Fields, codec: readonly string[], format: string) => {
  const woven = isWhole ? 'framestep=2' : `tinterlace=interleave_${first}`
  return makeOf('ffmpeg', [
    ...['-f', 'lavfi', '-i', `${moving},${woven},setfield=${first === 'top' ? 'tff' : 'bff'}`, '-r', '25'],
    ...[...codec, '-flags', '+ildct+ilme', '-f', format],
  ])
}

/** The frames as they would be if each had been taken whole at the time of its first field, or of each field. */
const truth = (each: 'frame' | 'field' = 'frame') => {
  const shown = each === 'frame' ? `${moving},framestep=2` : moving
  const rate = each === 'frame' ? '25' : '50'
  return makeOf('ffmpeg', ['-f', 'lavfi', '-i', shown, '-r', rate, ...h264, '-f', 'mp4'])
}

/** The same bytes, with a matrix that turns them. */
const turned = (video: Blob, degrees: string) =>
  makeOf('ffmpeg', ['-i', '{in0}', '-c', 'copy', '-metadata:s:v:0', `rotate=${degrees}`, '-f', 'mp4'], video)

const framesOf = async (
  blob: Blob,
  each: 'frame' | 'field' = 'frame',
  range: { readonly fromSeconds: number; readonly toSeconds: number } | undefined = undefined,
) => {
  const frames: Raster[] = []
  const asked = (facts: VideoFacts) => toFrameRate(facts, each)
  const { facts, starts } = await readVideoFrames(
    blob,
    ({ raster }) => frames.push(raster),
    range && { range },
    asked,
  )
  return { facts, frames, starts }
}

/** Decibels. */
const psnr = (a: readonly Raster[], b: readonly Raster[]): number => {
  let [sum, count] = [0, 0]
  for (const [index, { data }] of a.entries())
    for (let at = 0; at < data.length; at++, count++)
      sum += ((data[at] ?? 0) - (b[index]?.data[at] ?? 0)) ** 2
  return 10 * Math.log10(255 ** 2 / (sum / count))
}

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
    const written = { dropped: 0, sounds: [], hasTimecode: false, hasRoles: false }
    expect(leftOutOfClip(facts, written)).toContainEqual(leftOut('fields'))
  })

  test.each([
    ['top', 'H.264', [...h264, '-x264opts', 'tff=1'], 'mp4'],
    ['bottom', 'MPEG-2', ['-c:v', 'mpeg2video', '-qscale:v', '1'], 'matroska'],
    ['top', 'H.264 of an AVI', [...h264, '-bf', '0', '-x264opts', 'tff=1'], 'avi'],
  ] as const)('%s field first, in %s, gives each field a frame if asked', async (first, _, codec, format) => {
    const video = await clip({ first }, codec, format)
    const { facts, frames, starts } = await framesOf(video, 'field')
    expect(facts).toMatchObject({ frames: 60, fps: 50, durationSeconds: 1.2 })
    expect(starts).toHaveLength(60)
    for (const [index, start] of starts.entries()) expect(start).toBeCloseTo(index / 50, 2)
    expect(psnr(frames, (await framesOf(await truth('field'))).frames)).toBeGreaterThan(30)
    // The square moves between any two of them.
    for (const [index, frame] of frames.slice(1).entries())
      expect(psnr([frame], [frames[index] ?? frame])).toBeLessThan(35)
    const part = await framesOf(video, 'field', { fromSeconds: 0.5, toSeconds: 0.9 })
    expect(part.starts).toEqual(starts.slice(25, 45))
    expect(psnr(part.frames, frames.slice(25, 45))).toBeGreaterThan(45)
    expect(leftOutOfClip(facts, { dropped: 0, sounds: [], hasTimecode: false, hasRoles: false })).toEqual([])
  })

  test.each([
    ['90', 'H.264 of browsers', [...h264, '-x264opts', 'tff=1'], 'mp4'],
    ['180', 'H.264 of browsers', [...h264, '-x264opts', 'tff=1'], 'mov'],
    ['270', 'MPEG-2 of ffmpeg', ['-c:v', 'mpeg2video', '-qscale:v', '1'], 'mp4'],
  ] as const)('turned by %s degrees, in %s, is read as whole frames', async (degrees, _, codec, format) => {
    const { facts, frames } = await framesOf(
      await turned(await clip({ first: 'top' }, codec, format), degrees),
    )
    expect(facts).toMatchObject({ fields: 'top', decoder: 'ffmpeg', frames: 30 })
    const whole = (await framesOf(await turned(await truth(), degrees))).frames
    expect(frames[0]).toMatchObject(degrees === '180' ? { width: 192 } : { width: 128 })
    expect(psnr(frames, whole)).toBeGreaterThan(30)
  })

  test.each([
    ['FFV1', 'top', moving, ['-c:v', 'ffv1'], 'matroska'],
    ['Motion JPEG', 'bottom', moving, ['-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj420p'], 'avi'],
    ['raw frames', 'top', moving, ['-c:v', 'rawvideo', '-pix_fmt', 'yuv422p'], 'avi'],
    ['HuffYUV of test bars, whole', undefined, `${bars},framestep=2`, ['-c:v', 'huffyuv'], 'avi'],
    ['Motion JPEG, whole', undefined, `${moving},framestep=2`, ['-c:v', 'mjpeg', '-q:v', '2'], 'avi'],
  ] as const)('%s says nothing of fields, which are %s first', async (_, first, shown, codec, format) => {
    const woven = first ? `${shown},tinterlace=interleave_${first}` : shown
    const args = ['-f', 'lavfi', '-i', woven, '-r', '25', ...codec, '-f', format]
    const { facts, frames } = await framesOf(await makeOf('ffmpeg', args))
    expect([facts.fields, frames.length]).toEqual([first, 30])
    if (first) expect(psnr(frames, (await framesOf(await truth())).frames)).toBeGreaterThan(30)
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
