import { commands } from 'vitest/browser'
import type { FfmpegRun } from './ffmpeg-commands.ts'

/** For `describe.skipIf`: true where this machine has no ffmpeg that could inspect a file. */
export const ffmpegIsMissing = !(await commands.hasFfmpeg())

const toBase64 = async (blob: Blob): Promise<string> => {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
  return url.slice(url.indexOf(',') + 1)
}

const run = async (tool: FfmpegRun['tool'], args: readonly string[], blob?: Blob, out?: string) =>
  await commands.runNative({
    tool,
    args,
    ...(blob ? { input: await toBase64(blob) } : {}),
    ...(out ? { out } : {}),
  })

export type ProbedStream = Readonly<Record<string, string | number>> & {
  readonly tags?: Readonly<Record<string, string>>
  readonly side_data_list?: readonly Readonly<Record<string, unknown>>[]
}

/** What ffprobe says of a file's streams; every frame is counted. */
export const probe = async (blob: Blob) => {
  const { text } = await run(
    'ffprobe',
    ['-v', 'error', '-show_streams', '-show_format', '-count_frames', '-of', 'json', '{in}'],
    blob,
  )
  const { streams, format } = JSON.parse(text) as { streams: ProbedStream[]; format: Record<string, string> }
  return {
    video: streams.find(({ codec_type }) => codec_type === 'video'),
    audio: streams.find(({ codec_type }) => codec_type === 'audio'),
    format,
  }
}

/** When the packets of a stream (`v:0`, `a:0`) start, in seconds, and whether they are key frames. */
export const packets = async (blob: Blob, stream: string) => {
  const args = [
    '-v',
    'error',
    '-select_streams',
    stream,
    '-show_entries',
    'packet=pts_time,duration_time,flags',
  ]
  const { text } = await run('ffprobe', [...args, '-of', 'json', '{in}'], blob)
  const listed = JSON.parse(text) as {
    packets: { pts_time: string; duration_time?: string; flags: string }[]
  }
  return listed.packets.map(({ pts_time, duration_time, flags }) => ({
    seconds: Number(pts_time),
    durationSeconds: Number(duration_time),
    isKey: flags.includes('K'),
  }))
}

/** The raw output of ffmpeg for a file; `before` and `after` are the options before and after the input. */
export const decodeRaw = async (
  blob: Blob,
  after: readonly string[],
  before: readonly string[] = [],
): Promise<Uint8Array> => {
  const args = [
    '-v',
    'error',
    '-y',
    ...before,
    '-i',
    '{in}',
    ...after,
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    '{out}',
  ]
  return Uint8Array.from(atob((await run('ffmpeg', args, blob)).output), (c) => c.charCodeAt(0))
}

/** Mono samples of a file's sound at 48 kHz, from the file's time 0 on. */
export const decodeSound = async (blob: Blob): Promise<Float32Array> => {
  const args = [
    '-v',
    'error',
    '-y',
    '-copyts',
    '-i',
    '{in}',
    '-vn',
    '-af',
    'aresample=48000:first_pts=0',
    '-ac',
    '1',
  ]
  const { output } = await run('ffmpeg', [...args, '-f', 'f32le', '{out}'], blob)
  return new Float32Array(Uint8Array.from(atob(output), (c) => c.charCodeAt(0)).buffer)
}

/** Samples of each channel of a file's sound at 48 kHz, in ffmpeg's order of channels. */
export const decodeChannels = async (blob: Blob): Promise<readonly Float32Array[]> => {
  const { audio } = await probe(blob)
  const count = Number(audio?.channels ?? 0)
  const args = ['-v', 'error', '-y', '-i', '{in}', '-vn', '-ar', '48000', '-f', 'f32le', '{out}']
  const { output } = await run('ffmpeg', args, blob)
  const all = new Float32Array(Uint8Array.from(atob(output), (c) => c.charCodeAt(0)).buffer)
  return Array.from({ length: count }, (_, channel) => all.filter((_, at) => at % count === channel))
}

/** A hash of the coded sound of a file. */
export const codedSound = async (blob: Blob): Promise<string> =>
  (await run('ffmpeg', ['-v', 'error', '-i', '{in}', '-map', '0:a', '-c', 'copy', '-f', 'hash', '-'], blob))
    .text

/** A file that ffmpeg makes from these arguments alone. */
export const makeMedia = async (args: readonly string[], ending: string): Promise<Blob> => {
  const { output } = await run('ffmpeg', ['-v', 'error', '-y', ...args, '{out}'], undefined, ending)
  return new Blob([Uint8Array.from(atob(output), (c) => c.charCodeAt(0))])
}
