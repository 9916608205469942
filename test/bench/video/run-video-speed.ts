import { readFileSync } from 'node:fs'
import { openBenchPage } from '../bench-page.ts'
import { listClips } from './clips.ts'
import type { VideoSpeedReply } from './video-speed-in-worker.ts'

/**
 * How many times faster than the plain way each level is in a real Chromium, from the file to its mattes,
 * with everything loaded: one whole clip for Balanced and Fast, a few frames for the slow ways.
 * `npm run bench:video-speed [clip]`.
 */
const clips = listClips()
const clip = clips.find(({ name }) => name === process.argv[2]) ?? clips.at(-1)
if (!clip) {
  console.log('The sample clips (../shared/samples) are not here, so the levels are not timed.')
} else {
  const page = await openBenchPage()
  try {
    const order = { plainFrames: 8, fineFrames: 12 }
    const { device, secondsPerFrame } = await page.ask<VideoSpeedReply>(
      '/test/bench/video/video-speed-in-worker.ts',
      [readFileSync(clip.path)],
      order,
    )
    console.log(`${clip.name} on ${device}, from file to mattes\n`)
    console.log('| way | seconds a frame | times faster than plain |\n| --- | ---: | ---: |')
    for (const [way, seconds] of Object.entries(secondsPerFrame)) {
      console.log(`| ${way} | ${seconds.toFixed(3)} | ${(secondsPerFrame.plain / seconds).toFixed(1)} |`)
    }
  } finally {
    await page.close()
  }
}
