/** The device of a network; `threads` on the processor, 1 on a GPU. */
export type ComputeDevice = { readonly backend: 'webgpu' | 'wasm'; readonly threads: number }
