import { describe, expect, onTestFinished, test } from 'vitest'
import { commands } from 'vitest/browser'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { usualSequence } from '#contract/frame-sequence.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import { openMatteChunkStore } from '#pipeline/matte-chunk-store.ts'
import { openVideoRenderEngine } from '#pipeline/video-render-engine.ts'
import { eventually } from '#support/eventually.ts'
import { makeVideo, readVideoFrames } from '#support/video-frames.ts'

const hasFfmpeg = await commands.hasFfmpeg()
const call = { signal: new AbortController().signal, onProgress: () => undefined }
const options = { ...defaultVideoOptions, level: 'fast' } as const
const size = { width: 96, height: 64 }

/** Frames 0 to 5 and then every third of 24. */
const uneven = [
  ...['-f', 'lavfi', '-i', 'testsrc=s=96x64:r=12:d=2'],
  ...[
    '-vf',
    "select='lt(n,6)+not(mod(n,3))'",
    '-fps_mode',
    'vfr',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p10le',
  ],
]

/** A video, the file for its frames, and all its mattes where `hasMattes`. */
const videoWith = async (name: string, hasMattes: boolean) => {
  const { blob } = await makeVideo(uneven, 'mp4')
  const facts = await probeVideo(blob, call)
  const { starts } = await readVideoFrames(blob)
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(`${name}-exr`, { create: true })
  onTestFinished(async () => {
    await eventually(() => root.removeEntry(`${name}-exr`, { recursive: true }))
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
  const files = async () => {
    type Folder = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }
    const found: File[] = []
    for await (const file of (folder as Folder).keys())
      found.push(await (await folder.getFileHandle(file)).getFile())
    return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }
  const sequence = usualSequence('exr')
  return { request: { video: blob, facts, mattes: path, options, to: folder, sequence, name }, starts, files }
}

describe.skipIf(!hasFfmpeg)('frames in a picked folder (skipped without ffmpeg)', () => {
  test('all frames are packed, each with its own time (D-35)', async () => {
    const { request, starts, files } = await videoWith('packed', true)
    const engine = openVideoRenderEngine()
    const estimated = await engine.estimateFrameBytes(request, call)
    expect(await files()).toEqual([])
    const report = await engine.packFrames(request, call)
    expect(report).toMatchObject({ ...size, frames: starts.length })
    expect(estimated / report.bytes).toBeGreaterThan(0.8)
    expect(estimated / report.bytes).toBeLessThan(1.2)
    const written = await files()
    const names = starts.map((_, index) => `packed-premultiplied.${1001 + index}.exr`)
    expect(written.map(({ name }) => name)).toEqual(['frames.txt', ...names, 'timestamps.csv'].toSorted())
    expect(written.reduce((sum, file) => sum + file.size, 0)).toBe(report.bytes)
    const rows = (await written.at(-1)?.text())?.trim().split('\n').slice(1)
    expect(rows?.map((row) => row.split(',').slice(0, 2))).toEqual(
      starts.map((seconds, index) => [names[index], seconds.toFixed(6)]),
    )
    const magic = new DataView(await (written[1] ?? new Blob()).arrayBuffer()).getUint32(0, true)
    expect(magic).toBe(20_000_630)
    const note = written.find(({ name }) => name === 'frames.txt')
    expect(await note?.text()).toContain('from frames of more than 8 bits')
  })

  test('packing without mattes rejects and writes nothing', async () => {
    const { request, files } = await videoWith('gone', false)
    await expect(openVideoRenderEngine().packFrames(request, call)).rejects.toMatchObject({
      code: 'job_not_found',
    })
    expect(await files()).toEqual([])
  })

  test('cancelling ends the writing, with whole files only', async () => {
    const { request, starts, files } = await videoWith('stopped', true)
    const stop = new AbortController()
    const packing = openVideoRenderEngine().packFrames(request, {
      signal: stop.signal,
      onProgress: ({ frames }) => frames?.done === 3 && stop.abort(),
    })
    await expect(packing).rejects.toMatchObject({ name: 'AbortError' })
    const written = await files()
    expect(written.length).toBeLessThan(starts.length)
    expect(written.filter((file) => file.size === 0)).toEqual([])
  })
})
