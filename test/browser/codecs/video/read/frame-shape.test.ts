import { describe, expect, test } from 'vitest'
import type { Box } from '#base/geometry.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import type { Raster } from '#engine/raster.ts'
import { ffmpegIsMissing, makeOf } from '#support/ffmpeg-in-browser.ts'
import { withPixelCrop } from '#support/rewrite-matroska.ts'
import { withCleanAperture } from '#support/rewrite-mp4.ts'
import { makeVideo, neverAborted } from '#support/video-frames.ts'

const h264 = ['-c:v', 'libx264', '-crf', '12', '-bf', '0', '-pix_fmt', 'yuv420p']
const vp8 = ['-c:v', 'libvpx', '-b:v', '900k']

/** A white box on black, for half a second. */
const boxClip = async (
  [width, height]: readonly [number, number],
  box: Box,
  codecs: readonly string[],
  container: string,
) => {
  const painted = `drawbox=x=${box.x}:y=${box.y}:w=${box.width}:h=${box.height}:c=white:t=fill`
  const source = ['-f', 'lavfi', '-i', `color=black:s=${width}x${height}:r=12:d=0.5`, '-vf', painted]
  return await makeVideo([...source, ...codecs], container)
}

/** Where a frame is bright. */
const brightOf = ({ width, data }: Raster): Box => {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0]
  for (let at = 0, pixel = 0; at < data.length; at += 4, pixel++) {
    if ((data[at] ?? 0) < 128) continue
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    ;[left, right] = [Math.min(left, x), Math.max(right, x + 1)]
    ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)]
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const read = async (blob: Blob, decoder: 'webcodecs' | 'ffmpeg') => {
  const facts = { ...(await probeVideo(blob, { signal: neverAborted })), decoder }
  const reader = await openFrameReader(blob, facts)
  const boxes: Box[] = []
  for await (const { raster } of reader.read({ signal: neverAborted })) {
    expect(raster).toMatchObject({ width: facts.width, height: facts.height })
    expect(raster.data[3]).toBe(255)
    boxes.push(brightOf(raster))
  }
  reader.close()
  return { facts, boxes }
}

const expectNear = (box: Box | undefined, wanted: Box) => {
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(
      Math.abs((box?.[side] ?? -9) - wanted[side]),
      `${side} ${JSON.stringify(box)}`,
    ).toBeLessThanOrEqual(2)
}

describe.skipIf(ffmpegIsMissing).each(['webcodecs', 'ffmpeg'] as const)(
  'by %s (skipped without ffmpeg)',
  (decoder) => {
    test('a size that changes on the way leaves the subject its shape', async () => {
      const { blob: wide } = await boxClip([96, 64], { x: 30, y: 16, width: 32, height: 32 }, vp8, 'webm')
      const { blob: high } = await boxClip([48, 96], { x: 8, y: 32, width: 32, height: 32 }, vp8, 'webm')
      const { facts, boxes } = await read(new Blob([wide, high]), decoder)
      expect(facts).toMatchObject({ width: 96, height: 64, frames: 12 })
      expectNear(boxes[2], { x: 30, y: 16, width: 32, height: 32 })
      // 48 x 96 becomes 32 x 64, in the middle.
      expectNear(boxes[9], { x: 37, y: 21, width: 21, height: 21 })
    })

    test('PixelCrop of Matroska is applied', async () => {
      const { blob: clip } = await boxClip([96, 64], { x: 30, y: 16, width: 32, height: 32 }, h264, 'mkv')
      const { facts, boxes } = await read(await withPixelCrop(clip, [10, 6, 8, 4]), decoder)
      expect(facts).toMatchObject({ width: 80, height: 52, isCropped: true })
      expectNear(boxes[3], { x: 20, y: 8, width: 32, height: 32 })
    })

    test('a frame that Matroska mirrors and turns is upright', async () => {
      const { blob: clip } = await boxClip([96, 64], { x: 6, y: 4, width: 20, height: 32 }, h264, 'mkv')
      const pose = ['--projection-pose-yaw', '0:180', '--projection-pose-roll', '0:-90']
      const { facts, boxes } = await read(await makeOf('mkvmerge', [...pose, '{in0}', '-o'], clip), decoder)
      expect(facts).toMatchObject({ width: 64, height: 96 })
      // From 70, 4 on once mirrored, then turned to the right.
      expectNear(boxes[3], { x: 28, y: 70, width: 32, height: 20 })
    })

    test('the clean aperture of an MP4 is applied, before it is turned', async () => {
      const { file } = await boxClip([96, 64], { x: 30, y: 16, width: 32, height: 24 }, h264, 'mp4')
      const turn = ['-c', 'copy', '-metadata:s:v:0', 'rotate=90']
      const { blob: clip } = await makeVideo(['-i', file, ...turn], 'mp4')
      // From 11, 8 to 91, 60.
      const { facts, boxes } = await read(await withCleanAperture(clip, [80, 52, 3, 2]), decoder)
      expect(facts).toMatchObject({ width: 52, height: 80, isCropped: true })
      // Turned to the left.
      expectNear(boxes[3], { x: 8, y: 29, width: 24, height: 32 })
    })
  },
)
