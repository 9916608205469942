import { commands } from 'vitest/browser'
import type { FfmpegRun } from './ffmpeg-commands.ts'
import { fromBase64 } from './video-frames.ts'

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

const run = async (tool: FfmpegRun['tool'], args: readonly string[], blobs: readonly Blob[], outs = 0) => {
  const inputs = await Promise.all(blobs.map(toBase64))
  const { text, outputs } = await commands.runFfmpeg({ tool, args, inputs, outs })
  return { text, outputs: await Promise.all(outputs.map(fromBase64)) }
}

const quiet = ['-v', 'error', '-y']

export type ProbedStream = Readonly<Record<string, string | number>> & {
  readonly tags?: Readonly<Record<string, string>>
  readonly disposition?: Readonly<Record<string, number>>
  readonly side_data_list?: readonly Readonly<Record<string, unknown>>[]
}

const probeArgs = ['-v', 'error', '-show_streams', '-show_format', '-count_frames', '-of', 'json', '{in0}']

/** When a packet starts and how long it lasts, in seconds, and whether it is a key frame. */
export type ProbedPacket = {
  readonly seconds: number
  readonly durationSeconds: number
  readonly isKey: boolean
}

/** A file that ffmpeg or mkvmerge makes of others, `{in0}` and so on, as `{out0}`. */
export const makeOf = async (
  tool: 'ffmpeg' | 'mkvmerge',
  args: readonly string[],
  ...inputs: readonly Blob[]
): Promise<Blob> => {
  const { outputs } = await run(tool, [...(tool === 'ffmpeg' ? quiet : []), ...args, '{out0}'], inputs, 1)
  return new Blob(outputs)
}

/** How many streams of each kind a file has, by ffprobe, and how many chapters. */
export const inventory = async (blob: Blob) => {
  const asked = ['-v', 'error', '-show_streams', '-show_chapters', '-of', 'json', '{in0}']
  const { streams, chapters } = JSON.parse((await run('ffprobe', asked, [blob])).text) as {
    streams: ProbedStream[]
    chapters: unknown[]
  }
  const count = (kind: string) => streams.filter(({ codec_type }) => codec_type === kind).length
  return {
    pictures: count('video'),
    sounds: count('audio'),
    subtitles: count('subtitle'),
    data: count('data'),
    attachments: count('attachment'),
    chapters: chapters.length,
    hasTimecode: streams.some(({ tags }) => tags?.timecode !== undefined),
    /** Marks of sounds such as commentary. */
    marks: streams.flatMap(({ disposition = {} }) =>
      ['comment', 'original', 'hearing_impaired', 'visual_impaired'].filter(
        (name) => disposition[name] === 1,
      ),
    ),
    /** Of the first picture, by ffmpeg's names. */
    pixels: String(streams.find(({ codec_type }) => codec_type === 'video')?.pix_fmt),
  }
}

/** What ffprobe says of a file's streams, and of the packets of the first of each kind; every frame is counted. */
export const probe = async (blob: Blob) => {
  const { text } = await run('ffprobe', ['-show_packets', ...probeArgs], [blob])
  const { streams, format, packets } = JSON.parse(text) as {
    streams: ProbedStream[]
    format: Record<string, string>
    packets: { stream_index: number; pts_time: string; duration_time?: string; flags: string }[]
  }
  const firstOf = (kind: string) => streams.find(({ codec_type }) => codec_type === kind)
  const packetsOf = (stream: ProbedStream | undefined): readonly ProbedPacket[] =>
    packets
      .filter(({ stream_index }) => stream_index === stream?.index)
      .map(({ pts_time, duration_time, flags }) => ({
        seconds: Number(pts_time),
        durationSeconds: Number(duration_time),
        isKey: flags.includes('K'),
      }))
  const [video, audio] = [firstOf('video'), firstOf('audio')]
  return { streams, video, audio, format, videoPackets: packetsOf(video), audioPackets: packetsOf(audio) }
}

/** The raw output of ffmpeg for a file; `before` and `after` are the options before and after the input. */
export const decodeRaw = async (
  blob: Blob,
  after: readonly string[],
  before: readonly string[] = [],
): Promise<Uint8Array> => {
  const raw = ['-fps_mode', 'passthrough', '-f', 'rawvideo', '{out0}']
  const { outputs } = await run('ffmpeg', [...quiet, ...before, '-i', '{in0}', ...after, ...raw], [blob], 1)
  return new Uint8Array(outputs[0] ?? new ArrayBuffer())
}

/** Mono samples of the sound of each file at 48 kHz, from the file's time 0 on. */
export const decodeSounds = async (...blobs: readonly Blob[]): Promise<readonly Float32Array[]> => {
  const mono = ['-af', 'aresample=48000:first_pts=0', '-ac', '1', '-f', 'f32le']
  const args = [
    ...[...quiet, '-copyts', ...blobs.flatMap((_, at) => ['-i', `{in${at}}`])],
    ...blobs.flatMap((_, at) => ['-map', `${at}:a:0`, ...mono, `{out${at}}`]),
  ]
  const { outputs } = await run('ffmpeg', args, blobs, blobs.length)
  return outputs.map((output) => new Float32Array(output))
}

/** Mono samples of a file's sound at 48 kHz, from the file's time 0 on. */
export const decodeSound = async (blob: Blob): Promise<Float32Array> =>
  (await decodeSounds(blob))[0] ?? new Float32Array()

/** Samples of each of the `count` channels of a sound track of a file at `rate`, in ffmpeg's order of channels. */
export const decodeChannels = async (
  blob: Blob,
  count: number,
  rate: number,
  track = 0,
): Promise<readonly Float32Array[]> => {
  const chosen = ['-map', `0:a:${track}`, '-ar', `${rate}`]
  const args = [...quiet, '-i', '{in0}', ...chosen, '-f', 'f32le', '{out0}']
  const all = new Float32Array((await run('ffmpeg', args, [blob], 1)).outputs[0] ?? new ArrayBuffer())
  return Array.from({ length: count }, (_, channel) =>
    Float32Array.from({ length: all.length / count }, (_, at) => all[at * count + channel] ?? 0),
  )
}

/** A hash of the coded sound of each file. */
export const codedSounds = async (...blobs: readonly Blob[]): Promise<readonly string[]> => {
  const args = [
    ...[...quiet, ...blobs.flatMap((_, at) => ['-i', `{in${at}}`])],
    ...blobs.flatMap((_, at) => ['-map', `${at}:a`, '-c', 'copy', '-f', 'hash', `{out${at}}`]),
  ]
  const { outputs } = await run('ffmpeg', args, blobs, blobs.length)
  return outputs.map((output) => new TextDecoder().decode(output))
}

/** What ffmpeg complains of in a file while it decodes all of it; empty where nothing is wrong. */
export const complaints = async (blob: Blob): Promise<string> => {
  const { text } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', '{in0}', '-map', '0', '-c', 'copy', '-f', 'null', '-'],
    [blob],
  )
  return text
}
