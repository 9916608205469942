/**
 * Switches HEVC's deblocking and sample adaptive offset on in the WASM of libheif, whose browser build switches them
 * off for speed (https://github.com/strukturag/libheif, libheif/plugins/decoder_libde265.cc) without an option: colours
 * at block edges are up to 39 of 255 wrong. Patches two successive calls of one function, with the number of the filter
 * and 1 as arguments. Throws if they are missing.
 */
export const withLoopFilters = (program: ArrayBuffer): ArrayBuffer => {
  const code = new Uint8Array(program)
  let found = 0
  for (let at = code.indexOf(constant); at >= 0; at = code.indexOf(constant, at + 1)) {
    // `i32.const 7, i32.const 1, call ..`, a local variable, and the same with 8.
    if (!startsWith(code, at, [constant, 7, constant, 1, call])) continue
    if (!startsWith(code, at + 9, [constant, 8, constant, 1, call])) continue
    code[at + 3] = 0
    code[at + 12] = 0
    found++
  }
  if (found === 0) throw new Error('libheif does not switch the filters off where it did.')
  return program
}

/** Instructions of WebAssembly. */
const [constant, call] = [0x41, 0x10]

const startsWith = (code: Uint8Array, at: number, bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => code[at + index] === byte)
