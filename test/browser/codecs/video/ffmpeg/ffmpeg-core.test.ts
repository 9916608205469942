import { expect, onTestFinished, test } from 'vitest'
import { FfmpegFailure, openFfmpeg, piecesPath } from '#codecs/video/ffmpeg/ffmpeg-core.ts'
import { turnEventLoop } from '#support/event-loop.ts'

const opened = async () => {
  const ffmpeg = await openFfmpeg()
  onTestFinished(() => ffmpeg.close())
  return ffmpeg
}
const grey = (count: number) => new Uint8Array(count * 16).map((_, i) => i)
const raw = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', '4x4', '-r', '10']

test('ffmpeg reads Blobs and files, and its output can be deleted', async () => {
  const ffmpeg = await opened()
  const mounted = await ffmpeg.mount(new Blob([grey(3)]))
  await ffmpeg.run([...raw, '-i', mounted, '-c', 'copy', '-f', 'rawvideo', 'first.raw'])
  expect(await ffmpeg.readFile('first.raw')).toEqual(grey(3))
  await ffmpeg.writeFile('in.raw', grey(2))
  await ffmpeg.run([...raw, '-i', 'in.raw', '-c', 'copy', '-f', 'rawvideo', 'second.raw'])
  expect(await ffmpeg.readFile('second.raw')).toEqual(grey(2))
  await ffmpeg.deleteFile('second.raw')
  await expect(ffmpeg.readFile('second.raw')).rejects.toThrow()
})

test('ffmpeg waits until each piece of its output is taken', async () => {
  const ffmpeg = await opened()
  const input = await ffmpeg.mount(new Blob([grey(9)]))
  const pieces: Uint8Array[] = []
  let atOnce = 0
  let most = 0
  const onPiece = async (piece: Uint8Array) => {
    most = Math.max(most, ++atOnce)
    await turnEventLoop(3)
    pieces.push(piece)
    atOnce--
  }
  await ffmpeg.run([...raw, '-i', input, '-f', 'rawvideo', piecesPath], {
    pieces: { pieceBytes: 32, onPiece },
  })
  expect(pieces.map(({ length }) => length)).toEqual([32, 32, 32, 32, 16])
  expect(pieces.flatMap((piece) => [...piece])).toEqual([...grey(9)])
  expect(most).toBe(1)
})

test('a failed run reports why, and the next run works', async () => {
  const ffmpeg = await opened()
  const failed = ffmpeg.run(['-i', 'missing.mp4', 'out.mp4'])
  await expect(failed).rejects.toThrow(FfmpegFailure)
  await expect(failed).rejects.toThrow(/missing\.mp4: No such file/)
  await ffmpeg.run(['-version'])
})

test('an aborted run rejects at once with the reason of its signal', async () => {
  const ffmpeg = await opened()
  const endless = ['-f', 'lavfi', '-i', 'testsrc=size=640x360', '-f', 'null', '-']
  const stop = new AbortController()
  const onProgress = () => stop.abort(new DOMException('enough', 'AbortError'))
  const run = ffmpeg.run(endless, { signal: stop.signal, onProgress })
  await expect(run).rejects.toThrow('enough')
  await expect(ffmpeg.run(['-version'])).rejects.toThrow('enough')
})

test('libvpx encodes alpha without writing past its stack', async () => {
  const ffmpeg = await opened()
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:duration=0.5,format=yuva420p']
  const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-threads', '1']
  await ffmpeg.run([...source, ...vp9, 'out.webm'])
  expect((await ffmpeg.readFile('out.webm')).length).toBeGreaterThan(1000)
})

test('a stalled program is ended with a message that says so', async () => {
  const ffmpeg = await opened()
  const silent = [
    '-nostats',
    '-loglevel',
    'quiet',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=3840x2160',
    '-f',
    'null',
    '-',
  ]
  await expect(ffmpeg.run(silent, { stallSeconds: 0.3 })).rejects.toThrow('no sign for 0.3 s')
  await expect(ffmpeg.readFile('any')).rejects.toThrow(FfmpegFailure)
})

test('ffprobe resolves with its output, and rejects where there is none', async () => {
  const ffmpeg = await opened()
  await ffmpeg.run([...raw, '-i', await ffmpeg.mount(new Blob([grey(3)])), '-c:v', 'ffv1', 'out.mkv'])
  const printed = await ffmpeg.probe(['-v', 'error', '-show_streams', '-of', 'json', 'out.mkv'])
  expect(JSON.parse(printed)).toMatchObject({ streams: [{ codec_name: 'ffv1', width: 4 }] })
  await expect(ffmpeg.probe(['-v', 'error', '-show_streams', 'missing.mkv'])).rejects.toThrow(FfmpegFailure)
})

test('reading its input shows that a silent program works', async () => {
  const ffmpeg = await opened()
  const mounted = await ffmpeg.mount(new Blob([grey(100)]))
  let signs = 0
  const onProgress = () => signs++
  await ffmpeg.run(['-nostats', '-loglevel', 'quiet', ...raw, '-i', mounted, '-f', 'null', '-'], {
    onProgress,
  })
  // The answer that ends the run is one of them.
  expect(signs).toBeGreaterThan(1)
})
