declare module 'virtual:model-catalog' {
  /** Written by the build, src/build/model-assets.ts. */
  export const catalog: import('./network-catalog.ts').NetworkCatalog
}

/** A second copy of onnxruntime: one copy cannot change its number of threads. */
declare module 'onnxruntime-web/wasm?one-thread' {
  export * from 'onnxruntime-web'
}
