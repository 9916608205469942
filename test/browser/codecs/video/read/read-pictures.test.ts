import { describe, expect, onTestFinished, test } from 'vitest'
import { commands } from 'vitest/browser'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import type { Raster } from '#engine/raster.ts'
import { movingAvif, movingWebp } from '#support/picture-bytes.ts'
import { ffmpegFrame, makeVideo, neverAborted, readVideoFrames } from '#support/video-frames.ts'

const hasNative = await commands.hasFfmpeg()

const size = { width: 64, height: 48 }
/** Five frames that begin at 0, 80, 320, 720 and 1280 ms; a bar, blue and alpha change with each. */
const painted = [
  ...['-f', 'lavfi', '-i', `color=black:s=${size.width}x${size.height}:r=10:d=0.5,format=rgba`],
  '-vf',
  "geq=r='if(lt(mod(X+N*8,64),16),220,40)':g='Y*4':b='N*50':a='min(255,X*4+N*8)',settb=1/1000,setpts=80*N*N",
  ...['-fps_mode', 'passthrough', '-enc_time_base', '1:1000'],
]
const apng = ['-c:v', 'apng', '-f', 'apng']
const webp = ['-c:v', 'libwebp_anim', '-lossless', '1', '-f', 'webp']
const avif = ['-c:v', 'libaom-av1', '-cpu-used', '8', '-crf', '0', '-pix_fmt', 'yuv444p', '-f', 'avif']
const starts = [0, 0.08, 0.32, 0.72, 1.28]

/** The most that alpha differs, and that a colour differs where it is not faint. */
const differenceOf = (one: Raster, other: Raster) => {
  const most = { alpha: 0, colour: 0 }
  for (const [at, value] of one.data.entries()) {
    const difference = Math.abs(value - (other.data[at] ?? 0))
    if (at % 4 === 3) most.alpha = Math.max(most.alpha, difference)
    else if ((other.data[at | 3] ?? 0) > 128) most.colour = Math.max(most.colour, difference)
  }
  return most
}

/** The frames of a WebP as parts of a larger picture, which cover each other or make room for the next. */
const partsOf = async (webp: Blob): Promise<Blob> => {
  const bytes = new Uint8Array(await webp.arrayBuffer())
  bytes.set([99, 0, 0, 79, 0, 0], 24)
  const places = [...String.fromCharCode(...bytes).matchAll(/ANMF/g)].map(({ index }) => index + 8)
  for (const [at, place] of places.entries()) {
    bytes.set([at * 4, 0, 0, at * 3, 0, 0], place)
    bytes[place + 15] = at
  }
  return new Blob([bytes])
}

describe.skipIf(!hasNative)('a moving picture has the frames and times of ffmpeg (skipped without):', () => {
  const kinds = {
    APNG: { encode: apng, hasAlpha: true, lastsSeconds: 0.56, colour: 2 },
    WebP: { encode: webp, hasAlpha: true, lastsSeconds: 0.32, colour: 2 },
    AVIF: { encode: avif, hasAlpha: false, lastsSeconds: 0.1, colour: 8 },
  }
  test.each(Object.entries(kinds))('%s', async (codec, { encode, hasAlpha, lastsSeconds, colour }) => {
    // ffmpeg decodes neither of the others.
    const truth = await makeVideo([...painted, ...apng], 'apng')
    const { blob } = await makeVideo([...painted, ...encode], codec.toLowerCase())
    const frames: Raster[] = []
    const found = await readVideoFrames(blob, ({ raster }) => frames.push(raster))
    expect(found.facts).toMatchObject({
      ...size,
      codec,
      hasAlpha,
      frames: 5,
      isVariable: true,
      decoder: 'images',
      durationSeconds: expect.closeTo(1.28 + lastsSeconds, 3),
    })
    expect(found.starts.map((start) => Math.round(start * 1000) / 1000)).toEqual(starts)
    for (const [at, frame] of frames.entries()) {
      const native = await ffmpegFrame(truth.file, at, size)
      const { alpha, colour: found } = differenceOf(frame, native)
      if (hasAlpha) expect(alpha).toBe(0)
      expect(found).toBeLessThanOrEqual(colour)
    }
    const decoder = new ImageDecoder({
      data: await blob.arrayBuffer(),
      type: `image/${found.facts.container}`,
    })
    const { image } = await decoder.decode({ frameIndex: 1 })
    expect(image.duration).toBe(240_000)
    image.close()
    decoder.close()
  })

  test('without ImageDecoder APNG and WebP are read, AVIF is refused', async () => {
    const parts = await partsOf((await makeVideo([...painted, ...webp], 'webp')).blob)
    const decoded: Raster[] = []
    await readVideoFrames(parts, ({ raster }) => decoded.push(raster))
    const decoder = globalThis.ImageDecoder
    Reflect.deleteProperty(globalThis, 'ImageDecoder')
    onTestFinished(() => void Object.assign(globalThis, { ImageDecoder: decoder }))
    await readVideoFrames(parts, ({ raster }, at) => {
      const { alpha, colour } = differenceOf(raster, decoded[at] ?? raster)
      expect([alpha <= 1, colour <= 8], `part ${at}: ${alpha}, ${colour}`).toEqual([true, true])
    })
    const truth = await makeVideo([...painted, ...apng], 'apng')
    for (const [encode, extension, reader] of [
      [apng, 'apng', 'ffmpeg'],
      [webp, 'webp', 'images'],
    ] as const) {
      const { blob } = await makeVideo([...painted, ...encode], extension)
      const frames: Raster[] = []
      const { facts } = await readVideoFrames(blob, ({ raster }) => frames.push(raster))
      expect([facts.decoder, frames.length]).toEqual([reader, 5])
      for (const [at, frame] of frames.entries()) {
        const { alpha, colour } = differenceOf(frame, await ffmpegFrame(truth.file, at, size))
        expect(alpha).toBe(0)
        expect(colour).toBeLessThanOrEqual(2)
      }
    }
    const { blob } = await makeVideo([...painted, ...avif], 'avif')
    await expect(probeVideo(blob, { signal: neverAborted })).rejects.toMatchObject({
      code: 'invalid_video',
      reason: 'video_codec_missing',
      params: { codec: 'AVIF' },
    })
  })
})

test('claims that no picture can keep are refused', async () => {
  const claims: readonly (readonly [reason: string, file: Blob])[] = [
    ['video_too_many_frames', movingAvif([[1_000_000, 40]])],
    ['video_frame_too_large', movingAvif([[2, 40]], { widthPx: 16_384, heightPx: 16_384 })],
    ['video_undecodable_to_end', movingWebp([80, 80])],
    ['picture_still', movingWebp([80])],
  ]
  for (const [reason, file] of claims)
    await expect(probeVideo(file, { signal: neverAborted }), reason).rejects.toMatchObject({
      code: 'invalid_video',
      reason,
    })
})

test.skipIf(!hasNative)('a frame outside of the picture ends the clip with an error', async () => {
  const { blob } = await makeVideo([...painted, ...webp], 'webp')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const [, second] = [...String.fromCharCode(...bytes).matchAll(/ANMF/g)]
  // Its distance from the left, in pairs of pixels.
  bytes[(second?.index ?? 0) + 8] = 200
  await expect(readVideoFrames(new Blob([bytes]))).rejects.toMatchObject({ code: 'invalid_video' })
})
