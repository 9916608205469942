/** The device of a network; `threads` is 1 on a GPU. */
export type ComputeDevice = { readonly backend: 'webgpu' | 'wasm'; readonly threads: number }
