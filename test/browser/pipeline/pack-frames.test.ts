import { describe, expect, onTestFinished, test } from 'vitest'
import { commands } from 'vitest/browser'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { openMatteChunkStore } from '#pipeline/matte-chunk-store.ts'
import { openVideoRenderEngine } from '#pipeline/video-render-engine.ts'
import { makeVideo, readVideoFrames } from '#support/video-frames.ts'

const hasFfmpeg = await commands.hasFfmpeg()
const call = { signal: new AbortController().signal, onProgress: () => undefined }
const options = { ...defaultVideoOptions, level: 'fast' } as const
const size = { width: 96, height: 64 }

/** Frames 0 to 5 and then every third of 24. */
const uneven = [
  ...['-f', 'lavfi', '-i', 'testsrc=s=96x64:r=12:d=2'],
  ...['-vf', "select='lt(n,6)+not(mod(n,3))'", '-fps_mode', 'vfr', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
]

/** A video, the file for its frames, and all its mattes where `hasMattes`. */
const videoWith = async (name: string, hasMattes: boolean) => {
  const { blob } = await makeVideo(uneven, 'mp4')
  const facts = await probeVideo(blob, call)
  const { starts } = await readVideoFrames(blob)
  const root = await navigator.storage.getDirectory()
  const to = await root.getFileHandle(`${name}.zip`, { create: true })
  onTestFinished(async () => {
    await root.removeEntry(`${name}.zip`)
    await root.removeEntry('tracks', { recursive: true })
  })
  const path = `tracks/${name}/fast`
  const mattes = await openMatteChunkStore(path)
  if (hasMattes) {
    const data = new Uint8Array(6144).fill(255)
    const frames = starts.map((timestampSeconds) => ({ timestampSeconds, isCut: false, data }))
    await mattes.write(0, { ...size, frames })
    const spent = { mattingSeconds: 1, decodeWaitSeconds: 0 }
    await mattes.finish({ frames: frames.length, sceneCuts: 0, ...spent })
  }
  mattes.close()
  const bytes = async () => new TextDecoder('latin1').decode(await (await to.getFile()).arrayBuffer())
  return { request: { video: blob, facts, mattes: path, options, to }, starts, bytes }
}

describe.skipIf(!hasFfmpeg)('frames in a picked file (skipped without ffmpeg)', () => {
  test('all frames are packed, each with its own time (D-35)', async () => {
    const { request, starts, bytes } = await videoWith('packed', true)
    const report = await openVideoRenderEngine().packFrames(request, call)
    expect(report).toMatchObject({ ...size, frames: starts.length })
    const zip = await bytes()
    expect(zip.length).toBe(report.bytes)
    // The ZIP stores files uncompressed, so the start and end of each PNG can be found.
    expect(zip.match(/IHDR/g)).toHaveLength(starts.length)
    const rows = zip
      .slice(zip.indexOf('file,seconds,duration\n'))
      .split('\n')
      .slice(1, starts.length + 1)
    expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual(
      starts.map((seconds, index) => [`frame-${String(index + 1).padStart(5, '0')}.png`, seconds.toFixed(6)]),
    )
  })

  test('packing without mattes rejects and leaves the file unchanged', async () => {
    const { request, bytes } = await videoWith('gone', false)
    await expect(openVideoRenderEngine().packFrames(request, call)).rejects.toMatchObject({
      code: 'job_not_found',
    })
    expect(await bytes()).toBe('')
  })

  test('cancelling leaves the file unchanged', async () => {
    const { request, bytes } = await videoWith('stopped', true)
    const stop = new AbortController()
    const packing = openVideoRenderEngine().packFrames(request, {
      signal: stop.signal,
      onProgress: ({ frames }) => frames?.done === 3 && stop.abort(),
    })
    await expect(packing).rejects.toMatchObject({ name: 'AbortError' })
    expect(await bytes()).toBe('')
  })
})
