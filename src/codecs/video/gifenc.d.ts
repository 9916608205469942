declare module 'gifenc' {
  export type GifPalette = readonly (readonly number[])[]

  export type GifFrameOptions = {
    /** Becomes the table for all frames with the first one, and of that frame alone with any other. */
    readonly palette?: GifPalette
    /** Milliseconds, rounded to hundredths of a second. */
    readonly delay: number
    readonly transparent: boolean
    readonly transparentIndex: number
    /** GIF89a: 1 leaves the frame, 2 clears it before the next. */
    readonly dispose: number
    /** 0 for ever; of the first frame. */
    readonly repeat: number
  }

  export type GifEncoder = {
    writeFrame(indices: Uint8Array, width: number, height: number, options: GifFrameOptions): void
    finish(): void
    bytes(): Uint8Array
    readonly stream: { reset(): void }
  }

  export const GIFEncoder: () => GifEncoder
  /** Colours for `rgba`, which must own its whole buffer. */
  export const quantize: (rgba: Uint8ClampedArray, mostColors: number) => number[][]
}
