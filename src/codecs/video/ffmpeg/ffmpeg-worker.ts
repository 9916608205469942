import createCore, { type EmscriptenCore, type InputFile } from '@ffmpeg/core'
import { enlargeStack } from './core-internals.ts'

/** A request to the worker. */
export type FfmpegRequest =
  | { readonly kind: 'open'; readonly module: WebAssembly.Module }
  | { readonly kind: 'mount'; readonly blob: Blob }
  | { readonly kind: 'write'; readonly path: string; readonly data: Uint8Array }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'probe'; readonly args: readonly string[] }
  | {
      readonly kind: 'run'
      readonly args: readonly string[]
      readonly pieceBytes: number
      /** The number of wanted pieces, in shared memory; absent if memory cannot be shared. */
      readonly credit?: Int32Array
    }

/** A message of the worker: one `done` or `failed` for each request, the others while a program runs. */
export type FfmpegResponse =
  | { readonly kind: 'done'; readonly id: number; readonly value: FfmpegResult }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'piece'; readonly data: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'alive' }

/** The path for `mount`, the bytes for `read`, the exit status for `run` and `probe`. */
export type FfmpegResult = string | number | Uint8Array<ArrayBuffer> | null

const answer = (message: FfmpegResponse, transfer: Transferable[] = []) => postMessage(message, { transfer })

let core: Promise<EmscriptenCore> | undefined
let mounts = 0
/** Takes the output of the running program. */
let device: DeviceOutput | undefined

/** Runs one ffmpeg. Requests are carried out in order, and a running program blocks the worker. */
addEventListener(
  'message',
  async ({ data: { id, order } }: MessageEvent<{ id: number; order: FfmpegRequest }>) => {
    try {
      const value = await carryOut(order)
      answer({ kind: 'done', id, value }, value instanceof Uint8Array ? [value.buffer] : [])
    } catch (cause) {
      answer({ kind: 'failed', id, message: cause instanceof Error ? cause.message : String(cause) })
    }
  },
)

const carryOut = async (order: FfmpegRequest): Promise<FfmpegResult> => {
  if (order.kind === 'open') core = openCore(order.module)
  if (!core) throw new Error('ffmpeg was not opened')
  const program = await core
  const { FS } = program
  switch (order.kind) {
    case 'open':
      return null
    case 'mount': {
      const folder = `/mount${++mounts}`
      FS.mkdir(folder)
      const data = reportReads(order.blob)
      FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name: 'input', data }] }, folder)
      return `${folder}/input`
    }
    case 'write':
      FS.writeFile(order.path, order.data, { canOwn: true })
      return null
    case 'read':
      return new Uint8Array(FS.readFile(order.path))
    case 'delete':
      FS.unlink(order.path)
      return null
    case 'probe': {
      const status = program.ffprobe(...order.args)
      program.reset()
      return status
    }
    case 'run': {
      device = openDevice(order.pieceBytes, order.credit)
      const status = program.exec(...order.args)
      program.reset()
      device.flush()
      device = undefined
      return status
    }
  }
}

/** Milliseconds between two reports that a program reads its input. */
const reportMs = 100

/** A Blob for Emscripten's file system. Each read shows that the program works. */
const reportReads = (blob: Blob): InputFile => {
  let reported = Number.NEGATIVE_INFINITY
  return {
    size: blob.size,
    slice: (start, end) => {
      if (performance.now() - reported > reportMs) {
        reported = performance.now()
        answer({ kind: 'alive' })
      }
      return blob.slice(start, end)
    },
  }
}

const openCore = async (module: WebAssembly.Module): Promise<EmscriptenCore> => {
  const core = await createCore({
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module), reportError)
      return {}
    },
  })
  enlargeStack(core)
  core.setLogger(({ message }) => answer({ kind: 'log', line: message }))
  core.setProgress(() => answer({ kind: 'alive' }))
  const number = core.FS.makedev(64, 0)
  core.FS.registerDevice(number, {
    write: (_, heap, offset, length) => device?.write(heap, offset, length) ?? length,
  })
  core.FS.mkdev('/dev/pieces', number)
  return core
}

type DeviceOutput = {
  write(heap: Int8Array, offset: number, length: number): number
  /** Sends the rest. */
  flush(): void
}

/** Cuts the output into pieces, and waits before each until one is wanted. */
const openDevice = (pieceBytes: number, credit: Int32Array | undefined): DeviceOutput => {
  let piece = new Uint8Array(pieceBytes)
  let filled = 0
  const send = () => {
    if (filled === 0) return
    if (credit) {
      Atomics.wait(credit, 0, 0)
      Atomics.sub(credit, 0, 1)
    }
    const sent = filled === pieceBytes ? piece : piece.slice(0, filled)
    answer({ kind: 'piece', data: sent }, [sent.buffer])
    piece = new Uint8Array(pieceBytes)
    filled = 0
  }
  return {
    write(heap, offset, length) {
      for (let taken = 0; taken < length; ) {
        const count = Math.min(length - taken, pieceBytes - filled)
        piece.set(heap.subarray(offset + taken, offset + taken + count), filled)
        filled += count
        taken += count
        if (filled === pieceBytes) send()
      }
      return length
    },
    flush: send,
  }
}

// A rejected start would otherwise not reach the page.
addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
