declare module 'virtual:network-bytes' {
  /** The most that a first photo downloads, by backend. Written by the build, src/build/model-assets.ts. */
  export const networkBytes: Readonly<Record<'wasm' | 'webgpu', number>>
}
