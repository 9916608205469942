import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { Job } from '#contract/job.ts'
import { chromiumLaunch } from '#support/chromium.ts'
import { run } from '#support/ffmpeg-in-node.ts'
import { watchMemory } from './resident-memory.ts'

/**
 * A long clip through the whole studio: is memory bounded, does it grow from frame to frame, and how long does each
 * part take? `npm run bench:long-video [frames per second] [seconds] [level] [formats] [moving|still] [size]` against a
 * studio that runs (STUDIO, else http://localhost:4173/). The clip, with sound, is made here: its frames decide how
 * long the benchmark takes, and `still` makes them cheap for the network. The first format is a job with mattes and
 * result, the others find the mattes and are rendered alone.
 */
const [fps = '5', seconds = '300', level = 'fast', formats = 'webm', motion = 'moving', size = '1920x1080'] =
  process.argv.slice(2)
const studio = process.env.STUDIO ?? 'http://localhost:4173/'
const folder = mkdtempSync(join(tmpdir(), 'long-video-'))
const clip = join(folder, 'long.mp4')
const [width = 0, height = 0] = size.split('x').map(Number)
const room = Math.round(width * 0.146)
const place =
  motion === 'still'
    ? `${room / 2}:(ih-oh)/2`
    : `'${room / 2}*(1+sin(t/3))':'(ih-oh)/2+${Math.round(width / 32)}*cos(t/4)'`
run('ffmpeg', [
  ...['-y', '-loop', '1', '-framerate', fps, '-i', 'public/samples/plush-fox.jpg'],
  ...['-f', 'lavfi', '-i', 'sine=440:sample_rate=48000'],
  ...['-vf', `scale=${width + room}:-2,crop=${width}:${height}:${place},format=yuv420p`],
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

const memory = watchMemory({ profile })
for (const format of formats.split(',')) {
  const started = performance.now()
  const since = () => (performance.now() - started) / 1000
  let job = await page.evaluate(
    async (settings): Promise<Job> => {
      const form = new FormData()
      const file = document.querySelector<HTMLInputElement>('#clip')?.files?.[0]
      if (file) form.set('file', file)
      for (const [name, value] of Object.entries(settings)) form.set(name, value)
      return (await fetch('v1/remove', { method: 'POST', body: form })).json()
    },
    { level, format },
  )
  console.log(`\n${format}: ${job.frames} frames of ${job.width} x ${job.height}, ${level}, ${motion}`)
  console.log('| progress | seconds | page and workers, MB | of it shared | all processes |')
  console.log('| ---: | ---: | ---: | ---: | ---: |')
  const tell = () => {
    const held = memory.peaks()
    const cells = ['renderer', 'renderer, shared', 'all'].map((kind) => held[kind] ?? 0)
    console.log(`| ${(job.progress * 100).toFixed(0)} % | ${since().toFixed(0)} | ${cells.join(' | ')} |`)
  }
  let toldTenths = 0
  while (job.status === 'queued' || job.status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    // A busy studio may answer late; the next poll will do.
    const next = await page.evaluate(async (url): Promise<Job | null> => {
      const answer = await fetch(url)
      return answer.ok ? answer.json() : null
    }, job.status_url)
    job = next ?? job
    if (Math.floor(job.progress * 10) === toldTenths) continue
    toldTenths = Math.floor(job.progress * 10)
    tell()
  }
  if (job.status !== 'completed') throw new Error(JSON.stringify(job.error ?? job))
  console.log(`${(job.frames / since()).toFixed(2)} frames per second`, job.stats)
}
memory.stop()
await context.close()
