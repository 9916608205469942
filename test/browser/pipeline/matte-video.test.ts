import { expect, onTestFinished, test } from 'vitest'
import { commands } from 'vitest/browser'
import type { Size } from '#base/geometry.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { reasonText } from '#contract/error-reasons.ts'
import { backendCandidates, probeDevice } from '#matting/device.ts'
import { deviceNeeds } from '#matting/network-catalog.ts'
import type { Networks } from '#matting/networks.ts'
import { shippedCatalog } from '#matting/open-networks.ts'
import { openVideoMatter } from '#matting/video-matter.ts'
import { openMatteChunkStore } from '#pipeline/matte-chunk-store.ts'
import { matteVideo } from '#pipeline/matte-video.ts'
import { openTinyNetworks, watchDevices } from '#support/tiny-devices.ts'
import { makeVideo } from '#support/video-frames.ts'

const hasFfmpeg = await commands.hasFfmpeg()
const call = { signal: new AbortController().signal, onProgress: () => undefined }

/** A black box that moves to the right on white; this network takes dark pixels for the subject. */
const boxClip = [
  ...[
    '-f',
    'lavfi',
    '-i',
    'color=white:s=96x64:r=12:d=1',
    '-f',
    'lavfi',
    '-i',
    'color=black:s=24x24:r=12:d=1',
  ],
  ...['-filter_complex', "overlay=x='8+48*t':y=20", '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
]

/** A GPU emulated in software takes seconds for frames of the usual size. */
const eighth = (input: Float32Array, { width, height }: Size): [Float32Array, Size] => {
  const small = { width: width / 8, height: height / 8 }
  const picked = input.filter((_, at) => at % 8 === 0 && Math.floor(at / width) % 8 === 0)
  return [picked, small]
}

test.skipIf(!hasFfmpeg)('the CPU continues after a GPU was lost twice (skipped without ffmpeg)', async () => {
  const { blob } = await makeVideo(boxClip, 'mp4')
  const devices = watchDevices()
  const networks = await openTinyNetworks({
    candidates: backendCandidates(await probeDevice(), deviceNeeds(shippedCatalog), 'gpu'),
  })
  let passes = 0
  const losing: Networks = Object.create(networks, {
    run: {
      value: (...[kind, input, size, of]: Parameters<Networks['run']>) => {
        const running = networks.run(kind, ...eighth(input, size), of)
        passes++
        if (passes === 2 || passes === 3) devices[passes - 2]?.destroy()
        return running
      },
    },
  })
  const facts = await probeVideo(blob, call)
  const reader = await openFrameReader(blob, facts)
  const chunks = await openMatteChunkStore('tracks/lost-gpu/fine')
  onTestFinished(async () => {
    reader.close()
    chunks.close()
    await (await navigator.storage.getDirectory()).removeEntry('tracks', { recursive: true })
  })
  const report = await matteVideo(reader, openVideoMatter(losing), chunks, 'fast', call)

  expect(report.frames).toBe(12)
  expect(networks.device.backend).toBe('wasm')
  expect(networks.device.notes.map((note) => reasonText(note))).toEqual([
    expect.stringMatching(/started again: .*lost/),
    expect.stringMatching(/^CPU, .* took over from WebGPU/),
  ])
  const found = (await Promise.all((await chunks.list()).map(chunks.read))).flatMap(({ frames }) => frames)
  expect(found).toHaveLength(12)
  for (const { data, timestampSeconds } of found) {
    const at = (x: number) => data[32 * 96 + Math.round(x)] ?? -1
    const middle = 8 + 48 * timestampSeconds + 12
    expect(at(middle), `the box at ${timestampSeconds} s`).toBeGreaterThan(230)
    for (const x of [middle - 20, middle + 20]) expect(at(x)).toBeLessThan(25)
  }
})
