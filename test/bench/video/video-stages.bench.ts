import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Level, levels } from '#contract/image-options.ts'
import { panningClip, run } from '#support/ffmpeg-in-node.ts'
import { openBenchPage } from '../bench-page.ts'
import { type Clip, listClips } from './clips.ts'
import type { VideoStagesOrder, VideoStagesReply } from './video-stages-in-worker.ts'

/** In the order that a frame goes through them. */
const stages = [
  ['decode for matting', 'at the size that the network sees'],
  ['watch', 'motion from frame to frame, both ways; scene cuts'],
  ['network', 'passes over key frames'],
  ['matting', 'the two before, and mattes propagated to the frames between'],
  ['write mattes', 'deflated, to the file system'],
  ['decode for rendering', 'at full size'],
  ['edges', ''],
  ['colours', ''],
  ['cut', ''],
  ['encode webm', 'VP9, twice: colours and alpha'],
  ['encode mp4', 'H.264'],
  ['encode mov', 'ProRes 4444, by ffmpeg'],
  ['encode gif', ''],
] as const

/**
 * How many frames per second each stage of a video can do, one at a time, in a worker of a real Chromium, with
 * everything loaded; then whole jobs in both workers of video mode, where stages run beside each other. The first job
 * estimates mattes, the others find them. Prints two tables. Alone: `npx tsx` with this file and a level.
 */
export const benchVideoStages = async (level: Level = 'balanced'): Promise<void> => {
  const clip = listClips().find(({ name }) => name.includes('dog'))
  const file = clip ? firstSecond(clip) : panningClip({ frames: 24, fps: 24, width: 854, height: 480 })
  const order: Omit<VideoStagesOrder, 'photos'> = {
    level,
    formats: ['webm', 'mp4', 'mov', 'gif'],
  }
  const page = await openBenchPage()
  try {
    const reply = await page.ask<VideoStagesReply>(
      '/test/bench/video/video-stages-in-worker.ts',
      [file],
      order,
    )
    const { device, frames, width, height, passes, seconds, jobs } = reply
    const secondsOf = new Map(seconds)
    console.log(
      `Stages of a video (${clip?.name ?? 'made here'}, ${frames} frames of ${width} x ${height}, ${level}) on ${device}\n`,
    )
    console.log('| stage | frames per second | |\n| --- | ---: | --- |')
    for (const [stage, words] of stages) {
      const note = stage === 'network' ? `${passes} ${words}` : words
      console.log(`| ${stage} | ${speed(frames, secondsOf.get(stage))} | ${note} |`)
    }
    console.log('\n| job | frames per second | matting | waits for frames | waits for the encoder |')
    console.log('| --- | ---: | ---: | ---: | ---: |')
    for (const [index, { format, ...job }] of jobs.entries()) {
      const waits = [job.decodeWaitSeconds, job.encodeWaitSeconds].map((wait) => `${wait.toFixed(1)} s`)
      const matting = index === 0 ? `${job.mattingSeconds.toFixed(1)} s` : 'kept'
      console.log(`| ${[format, speed(frames, job.seconds), matting, ...waits].join(' | ')} |`)
    }
    console.log('')
  } finally {
    await page.close()
  }
}

const firstSecond = ({ path }: Clip): Buffer => {
  const file = join(mkdtempSync(join(tmpdir(), 'video-stages-')), 'second.mp4')
  run('ffmpeg', ['-i', path, '-t', '1', '-c', 'copy', file])
  return readFileSync(file)
}

const speed = (frames: number, seconds: number | undefined): string =>
  seconds === undefined ? '' : (frames / seconds).toPrecision(3)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await benchVideoStages(levels.find((level) => level === process.argv[2]))
}
