import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserCommand } from 'vitest/node'

export type FfmpegRun = {
  readonly tool: 'ffmpeg' | 'ffprobe' | 'mkvmerge'
  /** `{in0}`, `{in1}` … stand for files with the bytes of `inputs`, `{out0}` … for those whose bytes are returned. */
  readonly args: readonly string[]
  /** Base64, like all bytes between page and server. */
  readonly inputs: readonly string[]
  /** How many files are written. */
  readonly outs?: number
}

type FfmpegOutput = { readonly text: string; readonly outputs: readonly string[] }

const execute = promisify(execFile)

/** Runs the ffmpeg, ffprobe or mkvmerge of this machine for a browser test: it shares no code with the browser. */
export const runFfmpeg = async (
  _: unknown,
  { tool, args, inputs, outs = 0 }: FfmpegRun,
): Promise<FfmpegOutput> => {
  const folder = await mkdtemp(join(tmpdir(), 'native-'))
  try {
    await Promise.all(
      inputs.map((input, at) => writeFile(join(folder, `in${at}`), Buffer.from(input, 'base64'))),
    )
    const filled = args.map((word) => word.replace(/\{((?:in|out)\d)\}/, (_, file) => join(folder, file)))
    const { stdout, stderr } = await execute(
      tool,
      tool === 'mkvmerge' ? filled : ['-hide_banner', ...filled],
      { maxBuffer: 1 << 28 },
    )
    const outputs = await Promise.all(
      Array.from({ length: outs }, (_, at) => readFile(join(folder, `out${at}`), 'base64')),
    )
    return { text: stdout || stderr, outputs }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

declare module 'vitest/internal/browser' {
  interface BrowserCommands {
    runFfmpeg(order: FfmpegRun): Promise<FfmpegOutput>
  }
}

const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y']
const most = { maxBuffer: 256 << 20 } as const

/** What ffprobe says of the frames of a file's first video track that are shown. */
type FfprobeFrames = {
  readonly width: number
  readonly height: number
  /** As displayed: in order, on the container's clock. */
  readonly stamps: readonly number[]
}

let isThere: Promise<boolean> | undefined

/** Whether ffmpeg and ffprobe can be run here; tried once for all files of tests. */
const hasFfmpeg: BrowserCommand<[]> = () => {
  isThere ??= Promise.all([execute('ffmpeg', ['-version']), execute('ffprobe', ['-version'])]).then(
    () => true,
    () => false,
  )
  return isThere
}

const nativeFrames: BrowserCommand<[file: string]> = async (_, file): Promise<FfprobeFrames> => {
  const fields = 'stream=width,height:packet=pts_time,dts_time,flags'
  const { stdout } = await execute(
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
  // A frame of VP8 that is never shown has the time of the next one.
  return { width, height, stamps: [...new Set(stamps)] }
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
  const { stdout } = await execute(
    'ffmpeg',
    [
      ...[...quiet, ...(decoder ? ['-c:v', decoder] : []), '-i', file, '-map', '0:v:0', '-vf', filter],
      ...['-frames:v', '1', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
    ],
    { ...most, encoding: 'buffer' },
  )
  return stdout.toString('base64')
}

const madeFolder = resolve('node_modules/.cache/clearcut-test-videos')
const making = new Map<string, Promise<string>>()

/**
 * Makes a file with ffmpeg, once for the same arguments, in all pages and later runs. Resolves with its path, which the
 * test server serves below `/@fs`.
 */
const nativeVideo: BrowserCommand<[args: readonly string[], extension: string, passes: 1 | 2]> = (
  _,
  args,
  extension,
  passes,
) => {
  const hash = createHash('sha256')
    .update(JSON.stringify([passes, args]))
    .digest('hex')
    .slice(0, 16)
  const name = `${hash}.${extension}`
  const made = making.get(name) ?? makeVideo(args, name, passes)
  making.set(name, made)
  return made
}

/** Under another name until it is whole, so that no other run takes a part for the file. */
const makeVideo = async (args: readonly string[], name: string, passes: 1 | 2): Promise<string> => {
  const file = join(madeFolder, name)
  if (existsSync(file)) return file
  await mkdir(madeFolder, { recursive: true })
  const unfinished = join(madeFolder, `${process.pid}-${name}`)
  const encode = (...more: readonly string[]) => execute('ffmpeg', [...quiet, ...args, ...more], most)
  if (passes === 1) await encode(unfinished)
  else {
    // What the first pass learns goes into files of this name.
    const log = join(tmpdir(), `${process.pid}-${name}`)
    await encode('-pass', '1', '-passlogfile', log, '-f', 'null', '-')
    await encode('-pass', '2', '-passlogfile', log, unfinished)
  }
  await rename(unfinished, file)
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
    nativeVideo: (args: readonly string[], extension: string, passes: 1 | 2) => Promise<string>
    readSample: (file: string) => Promise<string>
  }
}
