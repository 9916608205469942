declare module 'icodec/jxl-enc.js' {
  /** What libjxl's encoder is told (`lib/jxl.d.ts` of icodec 0.6.0); all of it has to be given. */
  export type JxlOptions = {
    readonly bitDepth: 8
    readonly lossless: boolean
    readonly quality: number
    readonly alphaQuality: number
    readonly effort: number
    readonly [other: string]: number | boolean
  }

  type JxlEncoder = {
    /** R, G, B and alpha of 8 bits as a codestream; a text where it fails. */
    encode(data: BufferSource, width: number, height: number, options: JxlOptions): Uint8Array | string
  }

  const createEncoder: (module: { locateFile(): string }) => Promise<JxlEncoder>
  // biome-ignore lint/style/noDefaultExport: it is what the package exports
  export default createEncoder
}
