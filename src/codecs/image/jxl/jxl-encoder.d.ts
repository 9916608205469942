declare module 'icodec/jxl-enc.js' {
  /** Options of libjxl's encoder (`lib/jxl.d.ts` of icodec 0.6.0); all are required. */
  export type JxlOptions = {
    readonly bitDepth: 8
    readonly lossless: boolean
    readonly quality: number
    readonly alphaQuality: number
    readonly effort: number
    readonly [other: string]: number | boolean
  }

  type JxlEncoder = {
    /** Encodes 8-bit RGBA as a codestream; returns a text if it fails. */
    encode(data: BufferSource, width: number, height: number, options: JxlOptions): Uint8Array | string
  }

  const createEncoder: (module: { locateFile(): string }) => Promise<JxlEncoder>
  // biome-ignore lint/style/noDefaultExport: it is what the package exports
  export default createEncoder
}
