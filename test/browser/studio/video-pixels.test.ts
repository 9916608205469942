import { describe, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { displayedFrameOf } from '#studio/features/video/player/displayed-frame.ts'
import { createVideoPixels } from '#studio/features/video/player/video-pixels.ts'
import { makeVideo } from '#support/video-frames.ts'

const hasFfmpeg = await commands.hasFfmpeg()

/** Red beside green; from 1 s on, blue below them. */
const clip = ['-f', 'lavfi', '-i', 'color=red:s=48x64:d=2', '-f', 'lavfi', '-i', 'color=lime:s=48x64:d=2']
const colours = "[0][1]hstack,drawbox=y=32:h=32:t=fill:c=blue:enable='gte(t,1)'"
const encoder = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '5']
const made = (filter = '') => makeVideo([...clip, '-filter_complex', colours + filter, ...encoder], 'mp4')

const shown = async (blob: Blob, seconds: number) => {
  const video = Object.assign(document.createElement('video'), {
    muted: true,
    src: URL.createObjectURL(blob),
  })
  document.body.append(video)
  video.currentTime = seconds
  await new Promise((resolve, reject) => {
    video.onseeked = resolve
    video.onerror = () => reject(new Error(video.error?.message))
  })
  // The frame is there; it is drawn with the next two frames of the page.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  return video
}

/** The corners' colours: top left, top right, bottom left, bottom right. */
const corners = (image: CanvasImageSource | null) => {
  const context = new OffscreenCanvas(64, 64).getContext('2d')
  if (!context || !image) return null
  context.drawImage(image, 0, 0, 64, 64)
  const letterAt = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data
    return red > 127 ? 'r' : green > 127 ? 'g' : blue > 127 ? 'b' : '-'
  }
  return [letterAt(8, 8), letterAt(56, 8), letterAt(8, 56), letterAt(56, 56)].join('')
}

describe.skipIf(!hasFfmpeg)('pixels of a video (skipped where ffmpeg is missing)', () => {
  test('are those of its current frame', async () => {
    const { blob } = await made()
    const { read } = createVideoPixels(true)
    const [early, late] = [await shown(blob, 0.5), await shown(blob, 1.5)]
    expect(corners(await read(early))).toBe('rgrg')
    expect(corners(await read(late))).toBe('rgbb')
    expect(corners(await read(early))).toBe('rgrg')
  })

  test('belong to the moment at which their frame begins', async () => {
    const { blob } = await made()
    const video = await shown(blob, 0.5)
    displayedFrameOf(video)
    for (const [seconds, begin] of [
      [0.73, 0.72],
      [1.51, 1.48],
    ] as const) {
      video.currentTime = seconds
      // The next frame that is presented may still be one from before the seek.
      await expect.poll(() => displayedFrameOf(video)?.seconds).toBeCloseTo(begin, 3)
    }
  })

  test('have the size of the video, also after another video', async () => {
    const { read } = createVideoPixels(true)
    for (const [width, height] of [
      [48, 32],
      [120, 34],
    ] as const) {
      const { blob } = await made(`,scale=${width}:${height}`)
      const canvas = await read(await shown(blob, 1.5))
      expect(canvas).toMatchObject({ width, height })
      expect(corners(canvas)).toBe('rgbb')
    }
  })

  test.each(['90', '180', '270'])(
    'are upright where the file says that it is to be turned by %s',
    async (by) => {
      const { file } = await made()
      const { blob } = await makeVideo(['-i', file, '-c', 'copy', '-metadata:s:v:0', `rotate=${by}`], 'mp4')
      const video = await shown(blob, 1.5)
      const canvas = await createVideoPixels(true).read(video)
      expect(canvas).toMatchObject({ width: video.videoWidth, height: video.videoHeight })
      expect(corners(canvas)).toBe(corners(video))
      expect(corners(canvas)).not.toBe('rgbb')
    },
  )

  test('are not copied before the first frame, nor with a GPU', async () => {
    const { blob } = await made()
    expect(await createVideoPixels(true).read(document.createElement('video'))).toBeNull()
    expect(await createVideoPixels(false).read(await shown(blob, 0.5))).toBeNull()
  })
})
