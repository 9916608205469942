import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import type { Size } from '#base/geometry.ts'
import type { Frame } from '#codecs/video/frame.ts'
import type { FormatWriter } from '#codecs/video/write/frame-writer.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
import type { VideoFacts } from '#contract/video-facts.ts'
import type { RenderPlan } from '#pipeline/plan-video.ts'

/** Frames out of and into this machine's ffmpeg, for servers in Node, which has no codecs. */

const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y']

/** Resolves when ffmpeg has succeeded, else rejects with the end of its error output. */
const endOf = async (child: ChildProcess): Promise<void> => {
  let said = ''
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-2000)
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${said}`)
}

/** The decoders that keep alpha; ffmpeg's own decoders of VP8 and VP9 drop it. */
const alphaDecoders: Readonly<Record<string, string>> = { VP8: 'libvpx', VP9: 'libvpx-vp9' }

/** The frames of a video file in order, upright, at a constant rate. */
export async function* decodeFrames(
  file: string,
  { codec, hasAlpha, fps }: VideoFacts,
  { width, height }: Size,
  signal: AbortSignal,
): AsyncGenerator<Frame, void, void> {
  const decoder = hasAlpha ? alphaDecoders[codec] : undefined
  const child = spawn('ffmpeg', [
    ...[...quiet, ...(decoder ? ['-c:v', decoder] : []), '-i', file, '-map', '0:v:0'],
    ...[
      '-vf',
      `scale=${width}:${height}:flags=area+accurate_rnd+full_chroma_int`,
      '-fps_mode',
      'passthrough',
    ],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
  ])
  const end = endOf(child)
  end.catch(() => {})
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  try {
    let filled = 0
    let index = 0
    let data = new Uint8ClampedArray(width * height * 4)
    for await (const chunk of child.stdout as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted()
      for (let at = 0; at < chunk.length; ) {
        const part = chunk.subarray(at, at + data.length - filled)
        data.set(part, filled)
        filled += part.length
        at += part.length
        if (filled < data.length) continue
        yield { raster: { width, height, data }, timestampSeconds: index++ / fps, durationSeconds: 1 / fps }
        data = new Uint8ClampedArray(width * height * 4)
        filled = 0
      }
    }
    signal.throwIfAborted()
    await end
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

const bt709 = [
  ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd', '-color_range', 'tv'],
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
]

/** The arguments that turn the frames of input 0 into the video of a file (D-31 to D-34), for formats of the tests. */
const videoArgs: { readonly [format: string]: (hasAlpha: boolean) => readonly string[] } = {
  webm: (hasAlpha) => [
    ...[...bt709, '-c:v', 'libvpx-vp9', '-pix_fmt', hasAlpha ? 'yuva420p' : 'yuv420p'],
    ...['-auto-alt-ref', '0', '-deadline', 'realtime', '-cpu-used', '8', '-crf', '24', '-b:v', '0'],
  ],
  mov: (hasAlpha) => [
    ...[...bt709, '-c:v', 'prores_ks', '-profile:v', '4444'],
    ...['-pix_fmt', hasAlpha ? 'yuva444p10le' : 'yuv444p10le'],
  ],
  mp4: () => [
    ...[...bt709, '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'],
    ...['-movflags', '+faststart'],
  ],
  gif: (hasAlpha) => [
    '-vf',
    `split[a][b];[a]palettegen=reserve_transparent=${Number(hasAlpha)}[p];[b][p]paletteuse=alpha_threshold=128`,
    ...['-loop', '0'],
  ],
}

const codecOf = ({ format, hasAlpha }: RenderPlan): readonly string[] => {
  const args = videoArgs[format]
  if (!args) throw new Error(`The tests know no arguments of ffmpeg for ${format}`)
  return args(hasAlpha)
}

const audioCodecs = { Opus: 'libopus', AAC: 'aac' } as const

type Order = {
  readonly plan: RenderPlan
  readonly fps: number
  /** The video that the sound is taken from. */
  readonly source: string
  /** The path of the result; its extension is that of the format. */
  readonly target: string
}

/** Writes frames of `plan.size` into a file. A GIF drops some above 50 a second (D-33). */
export const openFfmpegWriter = ({ plan, fps, source, target }: Order): FormatWriter => {
  const { width, height } = plan.size
  const { audio, maxFps } = videoFormatRow(plan.format)
  const child = spawn('ffmpeg', [
    ...[...quiet, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', String(fps)],
    ...['-i', '-', ...(plan.hasAudio ? ['-i', source, '-map', '0:v', '-map', '1:a:0'] : [])],
    ...(plan.hasAudio && audio ? ['-c:a', audioCodecs[audio]] : []),
    ...(maxFps === null ? [] : ['-r', String(Math.min(fps, maxFps))]),
    ...[...codecOf(plan), target],
  ])
  const end = endOf(child)
  end.catch(() => {})
  // A write that fails shows in ffmpeg's exit code.
  child.stdin.on('error', () => {})
  return {
    write: async ({ raster }) => {
      if (!child.stdin.write(raster.data)) await Promise.race([once(child.stdin, 'drain'), end])
    },
    finish: async () => {
      child.stdin.end()
      await end
      return { bytes: (await stat(target)).size, audioDropped: null }
    },
    abort: () => {
      child.kill('SIGKILL')
    },
  }
}
