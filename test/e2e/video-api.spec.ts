import { shippedNetwork } from '#support/built-studio.ts'
import { alphaOf, hasFfmpeg, interlacedClip, panningClip, probeFile } from '#support/ffmpeg-in-node.ts'
import { openControlledStudio } from '#support/image-api-in-page.ts'
import { fetchFile, fetchJob, pollUntilEnded, submitVideo } from '#support/video-api-in-page.ts'
import { expect, test } from '../support/studio-page.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ serviceWorkers: 'allow' })
test.skip(!hasFfmpeg, 'Clips are made, and results judged, by an ffmpeg of this machine; there is none.')

/** Two seconds. */
const frames = 4
const fps = 2

test('a video job gives exactly the file that was asked for', {
  tag: shippedNetwork,
}, async ({ page }) => {
  await openControlledStudio(page)
  const sent = await submitVideo(page, { file: panningClip({ frames, fps }), fields: { level: 'fast' } })
  expect(sent.status).toBe(202)
  expect(sent.requestId).toMatch(/^req_/)
  expect(sent.json).toMatchObject({
    id: expect.stringMatching(/^job_/),
    status: 'queued',
    progress: 0,
    started_at: null,
    completed_at: null,
    duration_seconds: 2,
    fps,
    width: 320,
    height: 240,
    frames,
    credits: 10,
    format: 'webm',
    channels: 'rgba',
    result_url: null,
    expires_at: null,
    error: null,
    stats: null,
  })

  const seen = await pollUntilEnded(page, sent.json.status_url)
  const progress = seen.map((job) => job.progress)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  const done = seen.at(-1)
  expect(done).toMatchObject({
    status: 'completed',
    progress: 1,
    error: null,
    stats: {
      output_width: 320,
      output_height: 240,
      processing_seconds: expect.any(Number),
      matting_seconds: expect.any(Number),
      decode_wait_seconds: expect.any(Number),
      encode_wait_seconds: expect.any(Number),
      scene_cuts: expect.any(Number),
      output_bytes: expect.any(Number),
    },
  })
  const { headers, body } = await fetchFile(page, done?.result_url ?? '')
  expect(headers).toMatchObject({
    'content-type': 'video/webm',
    'content-disposition': 'attachment; filename=result.webm',
  })
  expect(body.length).toBe(done?.stats?.output_bytes)
  const { streams } = probeFile(body)
  expect(streams).toEqual([
    expect.objectContaining({
      codec_name: 'vp9',
      width: 320,
      height: 240,
      nb_read_frames: String(frames),
      tags: expect.objectContaining({ alpha_mode: '1' }),
    }),
    expect.objectContaining({ codec_name: 'opus' }),
  ])
  const alpha = alphaOf(body, ['-c:v', 'libvpx-vp9'])
  expect(alpha.length).toBe(320 * 240 * frames)
  for (let frame = 0; frame < frames; frame++) {
    const at = (x: number, y: number) => alpha[(frame * 240 + y) * 320 + x]
    expect(at(160, 150), `the middle of frame ${frame}`).toBeGreaterThan(200)
    expect(at(4, 4), `the corner of frame ${frame}`).toBeLessThan(30)
  }

  const part = await page.evaluate(async (url) => {
    const answer = await fetch(url, { headers: { Range: 'bytes=4-31' } })
    return {
      status: answer.status,
      range: answer.headers.get('Content-Range'),
      bytes: [...new Uint8Array(await answer.arrayBuffer())],
    }
  }, done?.result_url ?? '')
  expect(part).toEqual({
    status: 206,
    range: `bytes 4-31/${body.length}`,
    bytes: [...body.subarray(4, 32)],
  })
  const told = await page.evaluate(async (url) => {
    const [head, outside] = await Promise.all([
      fetch(url, { method: 'HEAD' }),
      fetch(url, { headers: { Range: 'bytes=999999999-' } }),
    ])
    return [head.headers.get('Content-Length'), await head.text(), outside.headers.get('Content-Range')]
  }, done?.result_url ?? '')
  expect(told).toEqual([String(body.length), '', `bytes */${body.length}`])
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate((href) => Object.assign(document.createElement('a'), { href }).click(), done?.result_url),
  ])
  expect([saved.suggestedFilename(), await saved.failure()]).toEqual(['result.webm', null])
  const seeked = await page.evaluate(async (url) => {
    const video = Object.assign(document.createElement('video'), {
      src: url,
      muted: true,
      preload: 'metadata',
    })
    await new Promise((resolve, reject) => {
      video.onloadedmetadata = resolve
      video.onerror = () => reject(new Error(video.error?.message))
    })
    video.currentTime = 1.5
    await new Promise((resolve) => {
      video.onseeked = resolve
    })
    return { at: video.currentTime, lasting: video.duration, to: video.seekable.end(0) }
  }, done?.result_url ?? '')
  expect(seeked).toEqual({ at: 1.5, lasting: expect.closeTo(2, 1), to: expect.closeTo(2, 1) })

  const me = await page.evaluate(async () => (await fetch('v1/me')).json())
  expect(me.usedCredits).toBe(10)
  const unknown = await fetchJob(page, 'v1/jobs/job_unknown')
  expect(unknown).toMatchObject({ status: 404, json: { code: 'job_not_found' } })
})

test('a frame of each field doubles the rate of an interlaced clip (D-73)', async ({ page }) => {
  await openControlledStudio(page)
  const sent = await submitVideo(page, {
    file: interlacedClip(),
    fields: { level: 'fast', deinterlace: 'field' },
  })
  expect(sent.json).toMatchObject({ frames: 20, fps: 50 })
  const done = (await pollUntilEnded(page, sent.json.status_url)).at(-1)
  const { body } = await fetchFile(page, done?.result_url ?? '')
  const [picture] = probeFile(body).streams
  expect(picture).toMatchObject({ codec_name: 'vp9', avg_frame_rate: '50/1', nb_read_frames: '20' })
})
