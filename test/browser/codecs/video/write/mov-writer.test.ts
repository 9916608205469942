import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readMovieBox } from '#codecs/video/read/movie-box.ts'
import { boxesIn, findBox, wholeSpan } from '#formats/iso-boxes.ts'
import { decodeRaw, ffmpegIsMissing, probe } from '#support/ffmpeg-in-browser.ts'
import { makeVideo } from '#support/video-frames.ts'
import { alphaAt, evenTimes, paintFrame, writeClip } from '#support/write-clip.ts'

/** What the frame headers of a MOV say (SMPTE RDD 36, 5.1.1): each value once. */
const frameHeaders = async (blob: Blob) => {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const found = new Set<string>()
  for (let at = 0; at + 26 < bytes.length; at++) {
    if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) !== 'icpf') continue
    const [version, chroma, alpha] = [bytes[at + 11], bytes[at + 20], bytes[at + 25]]
    found.add(`version ${version}, chroma ${chroma}, alpha ${alpha}`)
  }
  return [...found]
}

/** The fields of a MOV's sample descriptions and handlers (QuickTime File Format). */
const movieFields = async (blob: Blob) => {
  const movie = await readMovieBox(blob)
  if (!movie) throw new Error('no movie')
  const { view } = movie
  let fields: { readonly depth?: number; readonly samplesPerPacket?: number } = {}
  for (const track of boxesIn(view, wholeSpan(view))) {
    if (track.name !== 'trak') continue
    const inTrack = (...names: readonly string[]) => {
      let span: ReturnType<typeof findBox> = track
      for (const name of names) span = span && findBox(view, span, name)
      return span ?? { from: 0, to: 0 }
    }
    const { from: handler, to } = inTrack('mdia', 'hdlr')
    const text = (at: number, end: number) =>
      String.fromCharCode(...new Uint8Array(view.buffer, at, end - at))
    const kind = text(handler + 8, handler + 12)
    expect(view.getUint8(handler + 24)).toBe(to - handler - 25)
    const entry = inTrack('mdia', 'minf', 'stbl', 'stsd').from + 8
    if (kind === 'vide') fields = { ...fields, depth: view.getUint16(entry + 82) }
    else fields = { ...fields, samplesPerPacket: view.getUint32(entry + 36) }
  }
  return fields
}

describe.skipIf(ffmpegIsMissing)('a MOV, as ffmpeg reads it (skipped without ffmpeg)', () => {
  test('is ProRes 4444 with alpha off by at most 2 (D-32)', async () => {
    const size = { width: 160, height: 90 }
    const { blob, bytes, frames } = await writeClip(
      { format: 'mov', size, hasAlpha: true },
      { times: evenTimes(34, 25) },
    )
    expect({ bytes, frames }).toEqual({ bytes: blob.size, frames: 34 })
    expect(await frameHeaders(blob)).toEqual(['version 1, chroma 192, alpha 2'])
    expect(await movieFields(blob)).toEqual({ depth: 32 })
    const { video, audio, videoPackets } = await probe(blob)
    expect(video).toMatchObject({
      codec_name: 'prores',
      profile: '4444',
      codec_tag_string: 'ap4h',
      ...size,
      nb_read_frames: '34',
      color_space: 'bt709',
      color_primaries: 'bt709',
    })
    expect(video?.pix_fmt).toMatch(/^yuva444p1[02]le$/)
    expect(audio).toBeUndefined()
    expect(videoPackets.map(({ seconds }) => Math.round(seconds * 1000))).toEqual(
      evenTimes(34, 25).map((time) => Math.round(time * 1000)),
    )

    const shown = await decodeRaw(blob, [
      '-vf',
      'scale=in_color_matrix=bt709:in_range=tv:flags=accurate_rnd',
      '-pix_fmt',
      'rgba',
    ])
    const pixels = size.width * size.height
    expect(shown.length).toBe(34 * pixels * 4)
    for (let frame = 0; frame < 34; frame++) {
      const painted = paintFrame(size.width, size.height, frame).data
      let [worst, sum] = [0, 0]
      for (let at = 0; at < painted.length; at++) {
        const error = Math.abs((shown[frame * painted.length + at] ?? 0) - (painted[at] ?? 0))
        if (at % 4 === 3) worst = Math.max(worst, error)
        else sum += error ** 2
      }
      expect(worst).toBeLessThanOrEqual(2)
      expect(Math.sqrt(sum / (pixels * 3))).toBeLessThan(3)
    }
    expect(shown[(pixels - 1) * 4 + 3]).toBe(alphaAt(159, 160))
  })

  test('keeps odd sizes and uneven times, and has AAC (D-35)', async () => {
    const times = [0, 0.04, 0.05, 0.25, 0.29, 1.011, 1.1, 1.5]
    const { blob: audioOf } = await makeVideo(
      [
        ...['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=1.6', '-f', 'lavfi', '-i', 'sine=d=1.6'],
        ...['-c:v', 'libx264', '-c:a', 'libmp3lame'],
      ],
      'mkv',
    )
    const { blob, sounds } = await writeClip(
      { format: 'mov', size: { width: 161, height: 121 }, audioOf },
      { times, endSeconds: 1.6 },
    )
    expect(sounds).toEqual([expect.objectContaining({ fault: null })])
    expect(await frameHeaders(blob)).toEqual(['version 1, chroma 192, alpha 0'])
    expect(await movieFields(blob)).toEqual({ depth: 24, samplesPerPacket: 1024 })
    const { video, audio, videoPackets } = await probe(blob)
    expect(video).toMatchObject({ codec_name: 'prores', profile: '4444', width: 161, height: 121 })
    expect(video).toMatchObject({ nb_read_frames: '8' })
    expect(audio).toMatchObject({ codec_name: 'aac' })
    for (const [index, { seconds }] of videoPackets.entries()) {
      expect(Math.abs(seconds - (times[index] ?? 0))).toBeLessThan(0.0001)
    }
    expect(Number(audio?.duration)).toBeGreaterThan(1.59)
    expect(Number(audio?.duration)).toBeLessThan(1.65)
  })
})

/** Each ffmpeg for which `isLost` is true crashes in the middle of its first run. Returns a counter of those opened. */
const crashing = (isLost: (opened: number) => boolean) => {
  const { Worker: Real } = globalThis
  let opened = 0
  class Crashing extends Real {
    readonly #isLost: boolean
    constructor(url: URL, options?: WorkerOptions) {
      super(url, options)
      this.#isLost = options?.name === 'ffmpeg' && isLost(++opened)
    }
    override postMessage(message: unknown, options?: StructuredSerializeOptions | Transferable[]) {
      super.postMessage(message, options as StructuredSerializeOptions)
      if (!this.#isLost || !JSON.stringify(message).includes('"kind":"run"')) return
      this.terminate()
      queueMicrotask(() =>
        this.dispatchEvent(new ErrorEvent('error', { message: 'memory access out of bounds' })),
      )
    }
  }
  vi.stubGlobal('Worker', Crashing)
  onTestFinished(() => void vi.unstubAllGlobals())
  return () => opened
}

describe('ffmpegs that crash while they write a MOV', () => {
  const size = { width: 32, height: 16 }
  const clip = { times: evenTimes(24, 24) }

  test('are replaced, and another encodes their frames', async () => {
    const opened = crashing((number) => number <= 2)
    const { frames, blob } = await writeClip({ format: 'mov', size, hasAlpha: true }, clip)
    expect(frames).toBe(24)
    // Two encode by turns; each of them is replaced once.
    expect(opened()).toBe(4)
    if (!ffmpegIsMissing) expect((await probe(blob)).video).toMatchObject({ nb_read_frames: '24' })
  })

  test('twice at the same frames make the video fail', async () => {
    crashing(() => true)
    await expect(writeClip({ format: 'mov', size, hasAlpha: true }, clip)).rejects.toMatchObject({
      code: 'internal_server_error',
    })
  })
})
