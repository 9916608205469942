import type { InferencePass, PassTable } from '#matting/network-catalog.ts'

/** A table in which one network does everything, at one size. */
export function passesOn(network: string, size = { width: 64, height: 64 }): PassTable {
  const pass: InferencePass = { network, ...size }
  const level = { image: [pass], video: pass }
  const levels = { fast: level, balanced: level, fine: level }
  return { wasm: levels, webgpu: levels }
}

/** Passes like the shipped ones, of which the largest has this side. */
const twoNetworksAt = (large: number): PassTable => {
  const [half, small] = [large / 2, (large * 7) / 16]
  const at = (network: string, side: number): InferencePass => ({ network, width: side, height: side })
  const int8At = (side: number) => at('isnet-int8', side)
  const fp16At = (side: number) => at('isnet-fp16', side)
  return {
    wasm: {
      fast: {
        image: [int8At(small)],
        imageFeatures: int8At(small),
        video: int8At(half),
        videoCrop: int8At(half),
      },
      balanced: {
        image: [int8At(half), { ...fp16At(large), aboveRisk: 0.6 }],
        video: fp16At(large),
        videoCrop: int8At(half),
      },
      fine: { image: [fp16At(large)], imageFeatures: fp16At(small), video: fp16At(large) },
    },
    webgpu: {
      fast: { image: [fp16At(half)], video: fp16At(large) },
      balanced: { image: [fp16At(large)], video: fp16At(large) },
      fine: { image: [fp16At(large)], video: fp16At(large) },
    },
  }
}

/** A table like the shipped one, so that tests of its readers do not depend on src/build/networks/networks.json. */
export const twoNetworkPasses = twoNetworksAt(1024)
/** The same at a quarter of its sides, for tests of many frames. */
export const smallPasses = twoNetworksAt(256)
