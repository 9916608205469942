import { catalog as built } from 'virtual:model-catalog'

/** A piece of a file, small enough for any CDN (25 MiB a file at most), named by its content. */
export type FilePart = {
  /** Relative to the base path of the studio: `models/<first 32 hex digits of sha256>.bin`. */
  readonly path: string
  /** Of the piece's bytes, 64 lower-case hex digits. */
  readonly sha256: string
  readonly bytes: number
}

/** A file served in parts, in order. */
export type PartedFile = { readonly bytes: number; readonly parts: readonly FilePart[] }

/** `small`: int8 weights, best up to 512 px a side. `large`: fp16 weights, best at 1024 px. */
export type NetworkKind = 'small' | 'large'

/** One network of a model, as ONNX graphs that share one file of weights. */
export type NetworkFiles = {
  /** Of the weights as they are stored. */
  readonly precision: 'int8' | 'fp16' | 'float32'
  /** The name under which the graphs look for their weights. */
  readonly weightsPath: string
  readonly weights: PartedFile
  /** Computes in the precision of the weights. */
  readonly graph: PartedFile
  /** Computes in float32 with the same weights; only where they are fp16. */
  readonly graphFloat32?: PartedFile
}

/** A segmentation model: its networks take a picture and answer one matte of the same size. */
export type ModelEntry = {
  readonly id: string
  readonly name: string
  /** SPDX expression of the model itself. */
  readonly licence: string
  /** Where the model comes from, an address. */
  readonly source: string
  /** A pixel value v of 0-255 becomes (v - mean) / deviation, per channel R G B. */
  readonly input: {
    readonly name: string
    readonly mean: readonly [number, number, number]
    readonly deviation: readonly [number, number, number]
    /** Height and width must be multiples of it, in pixels. */
    readonly sizeMultiple: number
  }
  /** 1x1xHxW, 0 (background) to 1 (subject). */
  readonly output: { readonly name: string }
  readonly networks: { readonly [kind in NetworkKind]: NetworkFiles }
}

/** What the build offers: one model, and onnxruntime's WASM file for each backend. */
export type ModelCatalog = {
  readonly model: ModelEntry
  readonly runtimes: { readonly wasm: PartedFile; readonly webgpu: PartedFile }
}

/**
 * The model that this build ships, as data: where its parts lie, their hashes and lengths, its input and
 * output, its licence. The build writes it (src/build/read-source.ts declares the usual model;
 * `MODEL_SOURCE=my-model.json` in the build's environment names another).
 */
export const modelCatalog: ModelCatalog = built
