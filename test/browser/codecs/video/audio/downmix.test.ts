import { expect, test, vi } from 'vitest'
import { ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { makeVideo } from '#support/video-frames.ts'
import { evenTimes, writeClip } from '#support/write-clip.ts'

test.skipIf(ffmpegIsMissing)(
  'surround sound becomes stereo without its encoder (skipped without ffmpeg)',
  async () => {
    const { blob: audioOf } = await makeVideo(
      [
        ...['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=2'],
        ...['-f', 'lavfi', '-i', "aevalsrc='0|0|0.3*sin(2*PI*440*t)|0|0|0':s=48000:c=5.1:d=2"],
        ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
      ],
      'mp4',
    )
    const offline = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    try {
      const options = { format: 'webm', size: { width: 64, height: 48 }, audioOf } as const
      const { blob, sounds } = await writeClip(options, { times: evenTimes(10, 5) })
      expect(offline).toHaveBeenCalled()
      expect(sounds).toEqual([expect.objectContaining({ fault: null })])
      const { audio } = await probe(blob)
      expect(audio).toMatchObject({ codec_name: 'opus', channels: 2 })
      expect(Number(audio?.nb_read_frames)).toBeGreaterThan(95)
    } finally {
      offline.mockRestore()
    }
  },
)
