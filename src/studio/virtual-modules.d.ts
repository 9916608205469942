declare module 'virtual:network-bytes' {
  /** What a first photo fetches at most, by what works on it. Written by the build, src/build/model-assets.ts. */
  export const networkBytes: Readonly<Record<'wasm' | 'webgpu', number>>
}
