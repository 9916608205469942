import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { Job } from '#contract/job.ts'
import { chromiumLaunch } from '#support/chromium.ts'
import { run } from '#support/clips.ts'
import { watchMemory } from './resident-memory.ts'

/**
 * A long clip through the whole studio: is memory bounded, and how long does each part take?
 * `npm run bench:long-video [frames per second] [seconds]` against a studio that runs (STUDIO, else
 * http://localhost:4173/). The clip, 1920 × 1080 with sound, is made here; its frame rate decides how long the
 * benchmark takes, not how much there is to hold.
 */
const [fps = '5', seconds = '300'] = process.argv.slice(2)
const studio = process.env.STUDIO ?? 'http://localhost:4173/'
const folder = mkdtempSync(join(tmpdir(), 'long-video-'))
const clip = join(folder, 'long.mp4')
run('ffmpeg', [
  ...['-y', '-loop', '1', '-framerate', fps, '-i', 'public/samples/plush-fox.jpg'],
  ...['-f', 'lavfi', '-i', 'sine=440:sample_rate=48000'],
  ...['-vf', "scale=2200:-2,crop=1920:1080:'140+130*sin(t/3)':'(ih-oh)/2+60*cos(t/4)',format=yuv420p"],
  ...['-t', seconds, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '24', '-c:a', 'aac', clip],
])

const profile = join(folder, 'profile')
const context = await chromium.launchPersistentContext(profile, chromiumLaunch())
const page = await context.newPage()
await page.goto(studio)
await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
await page.evaluate(() =>
  document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'clip' })),
)
await page.locator('#clip').setInputFiles(clip)

const memory = watchMemory(profile)
const started = performance.now()
let job = await page.evaluate(async (): Promise<Job> => {
  const form = new FormData()
  const file = document.querySelector<HTMLInputElement>('#clip')?.files?.[0]
  if (file) form.set('file', file)
  form.set('level', 'fast')
  return (await fetch('v1/remove', { method: 'POST', body: form })).json()
})
while (job.status === 'queued' || job.status === 'processing') {
  await new Promise((resolve) => setTimeout(resolve, 5000))
  job = await page.evaluate(async (url): Promise<Job> => (await fetch(url)).json(), job.status_url)
  process.stderr.write(`\r${(job.progress * 100).toFixed(1)} %  `)
}
const took = (performance.now() - started) / 1000
const peaks = memory.stop()
await context.close()
if (job.status !== 'completed') throw new Error(JSON.stringify(job.error ?? job))
console.log(
  `\n${job.frames} frames of ${job.width} × ${job.height}, ${job.duration_seconds.toFixed(1)} s, in ${took.toFixed(0)} s`,
)
console.log(`${(job.frames / took).toFixed(2)} frames per second`, job.stats)
console.log('most memory in use at once, MB:', peaks)
