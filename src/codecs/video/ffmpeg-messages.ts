/** What a worker that holds an ffmpeg is told to do. */
export type FfmpegOrder =
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
      /** How many pieces are wanted, shared between the two; absent where memory cannot be shared. */
      readonly credit?: Int32Array
    }

/** What it answers: one `done` or `failed` for each order, the others while a program runs. */
export type FfmpegAnswer =
  | { readonly kind: 'done'; readonly id: number; readonly value: FfmpegValue }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'piece'; readonly data: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'alive' }

/** Of `mount` the path, of `read` the bytes, of `run` and `probe` the exit status. */
export type FfmpegValue = string | number | Uint8Array<ArrayBuffer> | null
