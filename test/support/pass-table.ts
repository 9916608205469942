import type { InferencePass, PassTable } from '#matting/network-catalog.ts'

/** A table in which one network does everything, at one size. */
export function passesOn(network: string, size = { width: 64, height: 64 }): PassTable {
  const pass: InferencePass = { network, ...size }
  const level = { image: pass, video: pass }
  const levels = { fast: level, balanced: level, fine: level }
  return { wasm: levels, webgpu: levels }
}
