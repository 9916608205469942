import { expect, test, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { openFfmpeg, piecesPath } from '#codecs/video/ffmpeg/ffmpeg-core.ts'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import { countWorkers } from '#support/count-workers.ts'
import { untilQuiet } from '#support/event-loop.ts'
import { eventually } from '#support/eventually.ts'
import { makeVideo, neverAborted } from '#support/video-frames.ts'

const hasFfmpeg = await commands.hasFfmpeg()
const never = new Promise<void>(() => {})

/** HEVC, which only ffmpeg reads here. */
const openHevc = async (seconds: number) => {
  const { blob } = await makeVideo(
    [
      ...['-f', 'lavfi', '-i', `testsrc2=s=64x48:r=10:d=${seconds}`, '-pix_fmt', 'yuv420p'],
      ...['-c:v', 'libx265', '-x265-params', 'log-level=none'],
    ],
    'mp4',
  )
  return openFrameReader(blob, await probeVideo(blob, { signal: neverAborted }))
}

test('closing ends a program whose output was never taken', async () => {
  const ffmpeg = await openFfmpeg()
  const source = ['-f', 'lavfi', '-i', 'testsrc=s=16x16:d=0.04', '-pix_fmt', 'gray']
  const onPiece = vi.fn(() => never)
  let signs = 0
  const run = ffmpeg.run([...source, '-f', 'rawvideo', piecesPath], {
    pieces: { pieceBytes: 256, onPiece },
    onProgress: () => signs++,
  })
  await eventually(() => expect(onPiece).toHaveBeenCalled())
  // ffmpeg ends: this piece was its last.
  await untilQuiet(() => signs)
  ffmpeg.close()
  await expect(run).rejects.toThrow('closed')
})

test('an abort while ffmpeg opens leaves no worker running', async () => {
  // The program is downloaded first, so that starting the worker is what takes time.
  ;(await openFfmpeg()).close()
  const workers = countWorkers()
  const stop = new AbortController()
  const opened = openFfmpeg(stop.signal)
  await eventually(() => expect(workers.started()).toBe(1), { interval: 1 })
  stop.abort(new DOMException('enough', 'AbortError'))
  await expect(opened).rejects.toThrow('enough')
  expect(workers.running()).toBe(0)
})

test.skipIf(!hasFfmpeg)('an abort while reading begins leaves no ffmpeg running', async () => {
  const reader = await openHevc(1)
  const workers = countWorkers()
  const stop = new AbortController()
  const first = reader.read({ signal: stop.signal }).next()
  await eventually(() => expect(workers.started()).toBe(1), { interval: 1 })
  stop.abort(new DOMException('enough', 'AbortError'))
  await expect(first).rejects.toThrow('enough')
  expect(workers.running()).toBe(0)
  reader.close()
})

test.skipIf(!hasFfmpeg)('a reader that stops early leaves no ffmpeg running', async () => {
  for (const taken of [1, 3]) {
    const reader = await openHevc(0.5)
    const workers = countWorkers()
    const frames = reader.read({ signal: neverAborted })
    for (let frame = 0; frame < taken; frame++) expect((await frames.next()).done).toBe(false)
    // ffmpeg ends, or waits, while frames are still to be taken.
    await untilQuiet(workers.messages)
    await frames.return()
    reader.close()
    expect(workers.running()).toBe(0)
  }
})

test.skipIf(!hasFfmpeg)('a reader closed while it reads keeps no ffmpeg', async () => {
  const reader = await openHevc(0.5)
  const workers = countWorkers()
  const frames = reader.read({ signal: neverAborted })
  await frames.next()
  reader.close()
  for await (const _ of frames);
  expect(workers.running()).toBe(0)
})
