import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserCommand } from 'vitest/node'

export type FfmpegRun = {
  readonly tool: 'ffmpeg' | 'ffprobe'
  /** `{in}` stands for a file with the bytes of `input`, `{out}` for the file whose bytes are returned. */
  readonly args: readonly string[]
  /** Base64, like all bytes between page and server. */
  readonly input?: string
  /** The extension of the output file, such as `mp4`. */
  readonly out?: string
}

type FfmpegOutput = { readonly text: string; readonly output: string }

const execute = promisify(execFile)

/** Runs the ffmpeg or ffprobe of this machine for a browser test: it shares no code with the browser. */
export const runFfmpeg = async (
  _: unknown,
  { tool, args, input, out = 'raw' }: FfmpegRun,
): Promise<FfmpegOutput> => {
  const folder = await mkdtemp(join(tmpdir(), 'native-'))
  try {
    const [source, target] = [join(folder, 'in'), join(folder, `out.${out}`)]
    if (input !== undefined) await writeFile(source, Buffer.from(input, 'base64'))
    const filled = args.map((word) => word.replaceAll('{in}', source).replaceAll('{out}', target))
    const { stdout, stderr } = await execute(tool, ['-hide_banner', ...filled], { maxBuffer: 1 << 28 })
    const output = await readFile(target).catch(() => Buffer.alloc(0))
    return { text: stdout || stderr, output: output.toString('base64') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

declare module 'vitest/internal/browser' {
  interface BrowserCommands {
    runNative(order: FfmpegRun): Promise<FfmpegOutput>
  }
}

const run = promisify(execFile)
const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y']
const most = { maxBuffer: 256 << 20 } as const

/** What ffprobe says of the frames of a file's first video track that are shown. */
type FfprobeFrames = {
  readonly width: number
  readonly height: number
  /** As displayed: in order, on the container's clock. */
  readonly stamps: readonly number[]
}

/** Whether ffmpeg and ffprobe can be run here. */
const hasFfmpeg: BrowserCommand<[]> = async () =>
  await Promise.all([run('ffmpeg', ['-version']), run('ffprobe', ['-version'])]).then(
    () => true,
    () => false,
  )

const nativeFrames: BrowserCommand<[file: string]> = async (_, file): Promise<FfprobeFrames> => {
  const fields = 'stream=width,height:packet=pts_time,dts_time,flags'
  const { stdout } = await run(
    'ffprobe',
    ['-v', 'error', '-select_streams', 'v:0', '-show_entries', fields, '-of', 'json', file],
    most,
  )
  const { streams, packets } = JSON.parse(stdout)
  const [{ width, height }] = streams
  const shown: { flags: string; pts_time?: string; dts_time?: string }[] = packets
  const stamps = shown
    .filter(({ flags }) => !flags.includes('D'))
    .map(({ pts_time, dts_time }) => Number(pts_time ?? dts_time))
    .sort((a, b) => a - b)
  return { width, height, stamps }
}

/** One frame by its number, upright, as RGBA in base64; `decoder` for those that ffmpeg would not choose itself. */
const nativeFrame: BrowserCommand<[file: string, frame: number, size: string, decoder?: string]> = async (
  _,
  file,
  frame,
  size,
  decoder,
): Promise<string> => {
  const filter = `select=eq(n\\,${frame}),scale=${size}:flags=area+accurate_rnd+full_chroma_int`
  const { stdout } = await run(
    'ffmpeg',
    [
      ...[...quiet, ...(decoder ? ['-c:v', decoder] : []), '-i', file, '-map', '0:v:0', '-vf', filter],
      ...['-frames:v', '1', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
    ],
    { ...most, encoding: 'buffer' },
  )
  return stdout.toString('base64')
}

/**
 * Makes a file with ffmpeg, once for the same arguments. Resolves with its path, which the test server serves below
 * `/@fs`.
 */
const nativeVideo: BrowserCommand<[args: readonly string[], extension: string]> = async (
  _,
  args,
  extension,
): Promise<string> => {
  const name = createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 16)
  const folder = resolve('node_modules/.cache/clearcut-test-videos')
  const file = join(folder, `${name}.${extension}`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    await run('ffmpeg', [...quiet, ...args, file], most)
  }
  return file
}

/**
 * The bytes of a sample beside the repository, in base64; the test server would transform some of them like modules.
 */
const readSample: BrowserCommand<[file: string]> = async (_, file): Promise<string> =>
  await readFile(join('../shared/samples', file), 'base64')

/** Commands that browser tests run on the machine: reference results about videos. */
export const nativeVideoCommands = { hasFfmpeg, nativeFrames, nativeFrame, nativeVideo, readSample }

declare module 'vitest/browser' {
  interface BrowserCommands {
    hasFfmpeg: () => Promise<boolean>
    nativeFrames: (file: string) => Promise<FfprobeFrames>
    nativeFrame: (file: string, frame: number, size: string, decoder?: string) => Promise<string>
    nativeVideo: (args: readonly string[], extension: string) => Promise<string>
    readSample: (file: string) => Promise<string>
  }
}
