declare module 'onnxruntime-web/wasm?one-thread' {
  export * from 'onnxruntime-web'
}
