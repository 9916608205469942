import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { openFrameReader } from '#codecs/video/read/open-frame-reader.ts'
import { probeVideo } from '#codecs/video/read/probe-video.ts'
import type { Raster } from '#engine/raster.ts'
import { probe } from '#support/ffmpeg-in-browser.ts'
import {
  ffmpegFrame,
  makeVideo,
  neverAborted,
  rasterDifference,
  readVideoFrames,
} from '#support/video-frames.ts'
import { writeClip } from '#support/write-clip.ts'

const hasNative = await commands.hasFfmpeg()
const missing = '(skipped without ffmpeg)'

const moving = (size: string, fps = 12.5, seconds = 0.8) => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${fps}:d=${seconds}`],
]
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12', '-pix_fmt', 'yuv420p', '-g', '6']
const bt709 = [
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-colorspace',
  'bt709',
  '-color_range',
  'tv',
]
const alphaOf = (expression: string, format: string) =>
  `format=${format},geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='${expression}'`

type Made = { args: string[]; extension: string; decoder?: string; options?: string }
const made: Record<string, Made> = {
  'H.264 of the size of phone videos': { args: [...moving('640x360'), ...h264], extension: 'mp4' },
  'H.264 of 720 lines that says BT.709': {
    args: [...moving('1280x720', 10, 0.3), '-vf', 'scale=out_color_matrix=bt709', ...h264, ...bt709],
    extension: 'mp4',
  },
  'H.264 of full range': {
    args: [...moving('320x180'), ...h264, '-pix_fmt', 'yuvj420p'],
    extension: 'mov',
  },
  'VP9 of odd sides': {
    args: [...moving('321x181'), '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-b:v', '2M'],
    extension: 'webm',
  },
  'a GIF': {
    args: [...moving('160x90', 10), '-vf', 'split[a][b];[a]palettegen[p];[b][p]paletteuse'],
    extension: 'gif',
  },
  'HEVC, which ffmpeg reads here': {
    args: [
      ...moving('320x180'),
      '-c:v',
      'libx265',
      '-preset',
      'veryfast',
      '-crf',
      '14',
      '-x265-params',
      'log-level=none:keyint=4',
      '-tag:v',
      'hvc1',
    ],
    extension: 'mp4',
  },
  'MPEG-4 in AVI': { args: [...moving('320x180'), '-c:v', 'mpeg4', '-q:v', '2'], extension: 'avi' },
}

/** All frames come at their times, and one from the middle has ffmpeg's pixels. */
const expectSameFrames = async (file: string, blob: Blob, truth: Parameters<typeof ffmpegFrame>[3] = {}) => {
  const { stamps } = await commands.nativeFrames(file)
  const checked = Math.floor(stamps.length / 2) + 1
  let found: Raster | undefined
  const { facts, starts } = await readVideoFrames(blob, ({ raster }, index) => {
    if (index === checked) found = raster
  })
  expect(starts.length).toBe(stamps.length)
  expect(starts.length).toBe(facts.frames)
  for (const [index, start] of starts.entries()) {
    expect(start).toBeCloseTo((stamps[index] ?? -1) - (stamps[0] ?? 0), 4)
  }
  const native = await ffmpegFrame(file, checked, facts, truth)
  if (!found) throw new Error('no such frame')
  const difference = rasterDifference(found, native)
  // Chroma at half resolution can be upsampled in more than one way; a wrong matrix is off by 6 and more.
  expect(difference.mean).toBeLessThan(3.5)
}

describe.skipIf(!hasNative)(`frames look as native ffmpeg shows them ${missing}:`, () => {
  test.each(Object.entries(made))('%s', async (_, { args, extension, ...truth }) => {
    const { file, blob } = await makeVideo(args, extension)
    await expectSameFrames(file, blob, truth)
  })

  test('VP8 with frames that are never shown', async () => {
    const encoder = ['-c:v', 'libvpx', '-cpu-used', '5', '-auto-alt-ref', '1', '-lag-in-frames', '16']
    const args = [...moving('320x180', 25, 2), '-pix_fmt', 'yuv420p', ...encoder, '-b:v', '1M']
    // libvpx decides in its second pass which frames only serve others.
    const { file, blob } = await makeVideo(args, 'webm', 2)
    const { video, videoPackets } = await probe(blob)
    expect(Number(video?.nb_read_frames)).toBe(50)
    expect(videoPackets.length).toBeGreaterThan(50)
    await expectSameFrames(file, blob)
  })
})

/** A picture of four colours, one in each corner. */
const corners = [
  '-f',
  'lavfi',
  '-i',
  'color=red:s=64x48:d=0.2:r=10,drawbox=32:0:32:24:lime:fill,drawbox=0:24:32:24:blue:fill,drawbox=32:24:32:24:white:fill',
]
const cornersOf = ({ width, height, data }: Raster) =>
  [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4
      const [r = 0, g = 0, b = 0] = data.slice(at, at + 3)
      return ['-', 'r', 'g', '-', 'b', '-', '-', 'w'][
        (r > 128 ? 1 : 0) | (g > 128 ? 2 : 0) | (b > 128 ? 4 : 0)
      ]
    }),
  )

/** A ramp of grey, above fields of red, white and blue. */
const ramp =
  'color=black:s=256x64:d=0.1:r=10,format=rgb24,geq=r=X:g=X:b=X,drawbox=0:32:85:32:red:fill,drawbox=85:32:85:32:white:fill,drawbox=170:32:86:32:blue:fill'
const lossless: Record<string, [encoder: string[], format: string, extension: string]> = {
  'HEVC, by ffmpeg': [['libx265', '-x265-params', 'lossless=1:log-level=none'], 'yuv420p', 'mp4'],
  'H.264': [['libx264', '-qp', '0'], 'yuv420p', 'mp4'],
  'H.264 without halved colours': [['libx264', '-qp', '0'], 'yuv444p', 'mp4'],
  'H.264 of 10 bits': [['libx264', '-qp', '0'], 'yuv422p10le', 'mp4'],
}

describe.skipIf(!hasNative)(`colours span black to white ${missing}:`, () => {
  test.each(Object.entries(lossless))('%s', async (_, [encoder, format, extension]) => {
    const toYuv = ['-vf', `scale=out_color_matrix=bt709:out_range=tv,format=${format}`]
    const { blob } = await makeVideo(
      ['-f', 'lavfi', '-i', ramp, ...toYuv, '-c:v', ...encoder, ...bt709],
      extension,
    )
    await readVideoFrames(blob, ({ raster: { width, data } }) => {
      const greys = Array.from({ length: width }, (_, x) => data[x * 4 + 1] ?? 0)
      // 220 steps of luma; next to the fields chroma is not that of grey.
      expect(new Set(greys).size).toBeGreaterThan(217)
      const colours = [40, 128, 210].map((x) => [...data.subarray((48 * width + x) * 4)].slice(0, 3))
      const wanted = [
        [255, 0, 0],
        [255, 255, 255],
        [0, 0, 255],
      ]
      for (const [field, colour] of colours.entries())
        for (const [channel, value] of colour.entries())
          expect(Math.abs(value - (wanted[field]?.[channel] ?? -1))).toBeLessThanOrEqual(1)
    })
  })
})

/** A ramp of all greys that 10 bits hold. */
const deepRamp = [
  ...['-f', 'lavfi', '-i', 'color=black:s=1024x16:d=0.1:r=10'],
  ...['-vf', "format=yuv420p10le,geq=lum='64+X*876/1023':cb=512:cr=512"],
]
const deep: Record<string, [encoder: string[], extension: string]> = {
  HEVC: [['libx265', '-x265-params', 'lossless=1:log-level=none'], 'mp4'],
  'H.264 by ffmpeg, which the browser decodes': [['libx264', '-qp', '0'], 'mp4'],
  'AV1 by the browser': [['libaom-av1', '-cpu-used', '8', '-aom-params', 'lossless=1'], 'mkv'],
}

describe.skipIf(!hasNative)(`colours of 10 bits are read whole ${missing}:`, () => {
  test.each(Object.entries(deep))('%s', async (_, [encoder, extension]) => {
    const { blob } = await makeVideo([...deepRamp, '-c:v', ...encoder], extension)
    const facts = await probeVideo(blob, { signal: neverAborted })
    const reader = await openFrameReader(blob, facts, true)
    for await (const { raster, fineColors } of reader.read({ signal: neverAborted })) {
      const greens = Array.from({ length: 1024 }, (_, x) => fineColors?.data[x * 3 + 1] ?? -1)
      expect(new Set(greens).size).toBe(877)
      const off = greens.map((green, x) => Math.abs(green - x * (65_535 / 1023)))
      // Luma has 876 steps, of 75 each.
      expect(Math.max(...off)).toBeLessThan(76)
      expect([raster.data[0], raster.data[1023 * 4]]).toEqual([0, 255])
    }
    reader.close()
  })

  test('HDR that the browser decodes looks as it shows it', async () => {
    const hlg = ['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc']
    const { blob } = await makeVideo([...deepRamp, '-c:v', 'libx264', '-qp', '0', ...hlg], 'mp4')
    const facts = await probeVideo(blob, { signal: neverAborted })
    const rasters: Raster[] = []
    for (const isDeep of [false, true]) {
      const reader = await openFrameReader(blob, facts, isDeep)
      for await (const { raster, fineColors } of reader.read({ signal: neverAborted })) {
        expect(fineColors).toBeUndefined()
        rasters.push(raster)
      }
      reader.close()
    }
    expect(rasters).toHaveLength(2)
    expect(rasters[1]).toEqual(rasters[0])
  })
})

describe.skipIf(!hasNative)(`frames come as displayed (D-7) ${missing}:`, () => {
  test.each([
    ['90', h264, 'gwrb', 48, 64],
    ['180', h264, 'wbgr', 64, 48],
    ['270', h264, 'brwg', 48, 64],
    ['270', ['-c:v', 'libx265', '-x265-params', 'log-level=none'], 'brwg', 48, 64],
  ])('turned by %s degrees', async (rotation, encoder, expected, width, height) => {
    const { file } = await makeVideo([...corners, ...encoder], 'mp4')
    const turn = ['-metadata:s:v:0', `rotate=${rotation}`]
    const { blob } = await makeVideo(['-i', file, '-c', 'copy', ...turn], 'mp4')
    const { facts } = await readVideoFrames(blob, ({ raster }) => {
      expect(raster).toMatchObject({ width, height })
      expect(cornersOf(raster).join('')).toBe(expected)
    })
    expect(facts).toMatchObject({ width, height })
  })

  test('with pixels that are not square', async () => {
    const { blob } = await makeVideo([...corners, '-vf', 'setsar=4/3', ...h264], 'mp4')
    const { facts } = await readVideoFrames(blob, ({ raster }) => {
      expect(raster).toMatchObject({ width: 85, height: 48 })
      expect(cornersOf(raster).join('')).toBe('rgbw')
    })
    expect(facts).toMatchObject({ width: 85, height: 48 })
  })

  test('with an edit list that starts between two key frames', async () => {
    const { file } = await makeVideo([...moving('160x90', 25, 2), ...h264, '-g', '25'], 'mp4')
    const { file: cut, blob } = await makeVideo(['-ss', '0.5', '-i', file, '-c', 'copy'], 'mp4')
    const { stamps } = await commands.nativeFrames(cut)
    const { starts, facts } = await readVideoFrames(blob)
    // A frame lasts across the cut: it is on screen at that moment, so it comes first; ffmpeg leaves it out.
    expect(starts.length).toBe(stamps.length + 1)
    expect(starts[0]).toBe(0)
    expect(starts[1]).toBeCloseTo(0.02, 3)
    expect(facts.durationSeconds).toBeCloseTo(1.5, 2)
  })
})

describe.skipIf(!hasNative)(`transparency is kept, straight ${missing}:`, () => {
  const source = moving('256x64', 10, 0.5)
  const vpx = (encoder: string) => [
    ...['-vf', alphaOf('X', 'yuva420p'), '-c:v', encoder, '-b:v', '4M', '-auto-alt-ref', '0'],
  ]
  const proRes = ['-vf', alphaOf('X', 'yuva444p10le'), '-c:v', 'prores_ks', '-profile:v', '4444']
  test.each([
    ['VP9', vpx('libvpx-vp9'), 'webm', 'libvpx-vp9', 'webcodecs'],
    ['VP8 by ffmpeg', vpx('libvpx'), 'webm', 'libvpx', 'ffmpeg'],
    ['ProRes 4444', proRes, 'mov', undefined, 'ffmpeg'],
  ] as const)('%s', async (_, encode, extension, decoder, reader) => {
    if (reader === 'ffmpeg') {
      // As in WebKitGTK, which has a decoder of neither VP8 nor VP9.
      vi.stubGlobal('VideoDecoder', undefined)
      onTestFinished(() => void vi.unstubAllGlobals())
    }
    const { file, blob } = await makeVideo([...source, ...encode], extension)
    let found: Raster | undefined
    const { facts } = await readVideoFrames(blob, ({ raster }, index) => {
      if (index === 2) found = raster
    })
    expect([facts.hasAlpha, facts.decoder]).toEqual([true, reader])
    if (!found) throw new Error('no such frame')
    const native = await ffmpegFrame(file, 2, facts, decoder ? { decoder } : {})
    let [most, colour] = [0, 0]
    for (let i = 0; i < found.data.length; i++) {
      const difference = Math.abs((found.data[i] ?? 0) - (native.data[i] ?? 0))
      if (i % 4 === 3) most = Math.max(most, difference)
      else colour += difference / (found.data.length * 0.75)
    }
    expect(most).toBeLessThan(12)
    // The colour is right under every alpha, so it was not premultiplied.
    expect(colour).toBeLessThan(8)
  })

  test('an opaque video has none', async () => {
    const { blob } = await makeVideo(
      [...moving('320x180'), '-c:v', 'libvpx-vp9', '-deadline', 'realtime'],
      'webm',
    )
    expect((await probeVideo(blob, { signal: neverAborted })).hasAlpha).toBe(false)
  })
})

describe.skipIf(!hasNative)(`what is asked for is what is read ${missing}:`, () => {
  const kinds = {
    'by WebCodecs': [[...moving('160x90', 10, 2), ...h264], 'mp4'],
    'from a GIF': [[...moving('160x90', 10, 2)], 'gif'],
    'by ffmpeg': [
      [...moving('160x90', 10, 2), '-c:v', 'libx265', '-x265-params', 'log-level=none:keyint=4'],
      'mp4',
    ],
  } as const
  test.each(Object.entries(kinds))('%s', async (_, [args, extension]) => {
    const { blob } = await makeVideo(args, extension)
    const all: Raster[] = []
    const size = { width: 40, height: 23 }
    const { facts, starts } = await readVideoFrames(blob, ({ raster }) => all.push(raster), { size })
    expect(all.every(({ width, height }) => width === 40 && height === 23)).toBe(true)

    const some: Raster[] = []
    const range = { fromSeconds: 0.5, toSeconds: 0.9 }
    const part = await readVideoFrames(blob, ({ raster }) => some.push(raster), { size, range })
    const expected = starts.filter((start) => start >= 0.5 - 1e-6 && start < 0.9 - 1e-6)
    expect(part.starts).toEqual(expected)
    const first = starts.indexOf(expected[0] ?? -1)
    const [a, b] = [some[0], all[first]]
    if (!a || !b) throw new Error('no frames')
    expect(rasterDifference(a, b).mean).toBeLessThan(1)

    const large = { width: 5000, height: 5000 }
    const end = { fromSeconds: 1.9, toSeconds: 9 }
    await readVideoFrames(
      blob,
      ({ raster }) => expect(raster).toMatchObject({ width: facts.width, height: facts.height }),
      { size: large, range: end },
    )
  })

  test.each(Object.entries(kinds))(
    'reading %s ends at once when aborted, with the reason',
    async (_, [args, extension]) => {
      const { blob } = await makeVideo(args, extension)
      const facts = await probeVideo(blob, { signal: neverAborted })
      const reader = await openFrameReader(blob, facts)
      const stop = new AbortController()
      const reading = async () => {
        for await (const _ of reader.read({ signal: stop.signal }))
          stop.abort(new DOMException('enough', 'AbortError'))
      }
      await expect(reading()).rejects.toThrow('enough')
      const next = reader.read({ signal: neverAborted })
      expect((await next.next()).value).toMatchObject({ timestampSeconds: 0 })
      await next.return()
      reader.close()
    },
  )
})

test.skipIf(!hasNative)(`a truncated file opens, and fails while it is read ${missing}`, async () => {
  const { blob } = await makeVideo([...moving('320x180', 25, 2), ...h264, '-movflags', '+faststart'], 'mp4')
  const half = blob.slice(0, Math.floor(blob.size * 0.6))
  const facts = await probeVideo(half, { signal: neverAborted })
  expect(facts.frames).toBe(50)
  let read = 0
  const reader = await openFrameReader(half, facts)
  const reading = async () => {
    for await (const _ of reader.read({ signal: neverAborted })) read++
  }
  await expect(reading()).rejects.toMatchObject({ code: 'invalid_video' })
  expect(read).toBeGreaterThan(10)
  expect(read).toBeLessThan(48)
})

test('without WebCodecs a clip is read, and written as MOV', async () => {
  const { blob } = await writeClip(
    { format: 'mp4', size: { width: 64, height: 48 } },
    { times: [0, 0.1, 0.2], endSeconds: 0.3 },
  )
  for (const name of ['VideoDecoder', 'VideoEncoder', 'AudioDecoder', 'AudioEncoder'])
    vi.stubGlobal(name, undefined)
  try {
    const { facts, starts } = await readVideoFrames(blob, () => {})
    expect([facts.decoder, starts.length]).toEqual(['ffmpeg', 3])
    const size = { width: 64, height: 48 }
    const mov = await writeClip({ format: 'mov', size }, { times: starts, endSeconds: 0.3 })
    expect((await readVideoFrames(mov.blob, () => {})).facts).toMatchObject({ codec: 'ProRes', frames: 3 })
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a file without bytes is called empty', async () => {
  await expect(probeVideo(new Blob([]), { signal: neverAborted })).rejects.toMatchObject({
    code: 'invalid_video',
    reason: 'video_empty',
  })
})

test('a codec that nothing here decodes is named', async () => {
  const { blob } = await writeClip({ format: 'mp4', size: { width: 64, height: 48 } }, { times: [0, 0.1] })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const entry = Array.from('avc1', (letter) => letter.charCodeAt(0))
  const at = bytes.findLastIndex((_, start) => entry.every((byte, index) => bytes[start + index] === byte))
  bytes.set([0x76, 0x76, 0x63], at)
  await expect(probeVideo(new Blob([bytes]), { signal: neverAborted })).rejects.toMatchObject({
    code: 'invalid_video',
    reason: 'video_codec_missing',
    params: { codec: 'VVC (H.266)' },
  })
})

test.skipIf(!hasNative)(`ffmpeg without shared memory decodes every frame ${missing}`, async () => {
  vi.stubGlobal('crossOriginIsolated', false)
  onTestFinished(() => void vi.unstubAllGlobals())
  const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:keyint=10']
  const { blob } = await makeVideo([...moving('320x180', 25, 0.8), ...hevc], 'mp4')
  const { starts, facts } = await readVideoFrames(blob)
  expect(facts.decoder).toBe('ffmpeg')
  expect(starts.map((start) => Math.round(start * 25))).toEqual(
    Array.from({ length: 20 }, (_, index) => index),
  )
})
