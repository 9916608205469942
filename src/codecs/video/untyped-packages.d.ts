declare module 'virtual:ffmpeg-wasm' {
  /** Written by the build (src/build/ffmpeg-assets.ts): the path of the gzipped WASM below the base path. */
  export const ffmpegWasm: { readonly path: string }
}

declare module '@ffmpeg/core' {
  /** The part of the Emscripten module of @ffmpeg/core 0.12.10 that is used here. */
  export type EmscriptenCore = {
    /** Returns the exit status. Throws when the program traps. */
    exec(...args: string[]): number
    ffprobe(...args: string[]): number
    setLogger(logger: (line: { readonly type: string; readonly message: string }) => void): void
    setProgress(onProgress: () => void): void
    reset(): void
    _malloc(bytes: number): number
    readonly asm: { readonly [minifiedName: string]: ((value?: number) => number) | undefined }
    readonly FS: EmscriptenFiles
  }

  /** The properties of a Blob that WORKERFS uses; it calls `slice` for each read. */
  export type InputFile = Pick<Blob, 'size' | 'slice'>

  export type EmscriptenFiles = {
    readonly filesystems: { readonly WORKERFS: unknown }
    mkdir(path: string): void
    mount(system: unknown, options: { blobs: { name: string; data: InputFile }[] }, path: string): void
    unmount(path: string): void
    writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void
    readFile(path: string): Uint8Array<ArrayBuffer>
    unlink(path: string): void
    makedev(major: number, minor: number): number
    registerDevice(device: number, operations: { write: DeviceWrite }): void
    mkdev(path: string, device: number): void
  }

  /** Takes `length` bytes of `heap` from `offset` on; returns the number taken. */
  export type DeviceWrite = (stream: unknown, heap: Int8Array, offset: number, length: number) => number

  const createCore: (options: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object
  }) => Promise<EmscriptenCore>
  // biome-ignore lint/style/noDefaultExport: it is what the package exports
  export default createCore
}

declare module 'gifenc' {
  export type GifPalette = readonly (readonly number[])[]

  export type GifFrameOptions = {
    /** The colour table: global if given with the first frame, else of this frame alone. */
    readonly palette?: GifPalette
    /** Milliseconds, rounded to hundredths of a second. */
    readonly delay: number
    readonly transparent: boolean
    readonly transparentIndex: number
    /** GIF89a: 1 leaves the frame, 2 clears it before the next. */
    readonly dispose: number
    /** Repetitions of the animation, set with the first frame; 0 for ever. */
    readonly repeat: number
  }

  export type GifEncoder = {
    writeFrame(indices: Uint8Array, width: number, height: number, options: GifFrameOptions): void
    finish(): void
    bytes(): Uint8Array
    readonly stream: { reset(): void }
  }

  export const GIFEncoder: () => GifEncoder
  /** Chooses colours for `rgba`, which must own its whole buffer. */
  export const quantize: (rgba: Uint8ClampedArray, maxColors: number) => number[][]
}
