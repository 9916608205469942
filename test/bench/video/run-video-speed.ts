import { readFileSync } from 'node:fs'
import { levels } from '#contract/image-options.ts'
import { openBenchPage } from '../bench-page.ts'
import { plainArguments } from '../time-budget.ts'
import { listClips } from './clips.ts'
import type { VideoSpeedOrder, VideoSpeedReply } from './video-speed-in-worker.ts'

/**
 * How many times faster than the plain way each level is in a real Chromium, from the file to its mattes, with
 * everything loaded: one whole clip for Balanced and Fast, a few frames for the slow ways. `npm run bench:video-speed
 * -- lucia fast balanced` takes one clip and the plain way beside two levels.
 */
const clips = listClips()
const words = plainArguments()
const clip = clips.find(({ name }) => words.some((word) => name.endsWith(word))) ?? clips.at(-1)
const asked = levels.filter((level) => words.includes(level))
if (!clip) {
  console.log('The sample clips (../shared/samples) are not here, so the levels are not timed.')
} else {
  const page = await openBenchPage()
  try {
    const order: Omit<VideoSpeedOrder, 'photos'> = {
      plainFrames: 6,
      fineFrames: 6,
      levels: asked.length > 0 ? asked : levels,
    }
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
