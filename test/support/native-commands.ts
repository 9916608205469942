import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type NativeOrder = {
  readonly tool: 'ffmpeg' | 'ffprobe'
  /** `{in}` stands for the file with the bytes `input`, `{out}` for the one whose bytes come back. */
  readonly args: readonly string[]
  /** Base64, as all bytes on their way between page and server. */
  readonly input?: string
  /** Of the file that is written: an ending, such as `mp4`. */
  readonly out?: string
}

export type NativeAnswer = { readonly text: string; readonly output: string }

const execute = promisify(execFile)

/** Runs the ffmpeg or ffprobe of this machine for a browser test: a judge who shares no code with the browser. */
export const runNative = async (
  _: unknown,
  { tool, args, input, out = 'raw' }: NativeOrder,
): Promise<NativeAnswer> => {
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
    runNative(order: NativeOrder): Promise<NativeAnswer>
  }
}
