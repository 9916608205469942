import { expect, test, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { untilQuiet } from '#support/event-loop.ts'
import { makeVideo, neverAborted } from '#support/video-frames.ts'

const hasFfmpeg = await commands.hasFfmpeg()

test.skipIf(!hasFfmpeg)('the decoder gets only the packets it needs (skipped without ffmpeg)', async () => {
  const { blob } = await makeVideo(
    ['-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=30:d=4', '-c:v', 'libx264', '-g', '60', '-pix_fmt', 'yuv420p'],
    'mp4',
  )
  const decode = vi.spyOn(VideoDecoder.prototype, 'decode')
  const reader = await openFrameReader(blob, await probeVideo(blob, { signal: neverAborted }))
  const frames = reader.read({ signal: neverAborted })
  decode.mockClear()
  for (let frame = 1; frame <= 5; frame++) {
    await frames.next()
    await untilQuiet(() => decode.mock.calls.length)
    // Besides the four ahead: frames that the decoder holds back for its threads and for reordering.
    expect(decode.mock.calls.length).toBeGreaterThanOrEqual(frame)
    expect(decode.mock.calls.length).toBeLessThan(frame + 30)
  }
  await frames.return()
  reader.close()
  decode.mockRestore()
})
