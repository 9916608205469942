import type { InferencePass, PassTable } from '#matting/network-catalog.ts'

/** A table in which one network does everything, at one size. */
export function passesOn(network: string, size = { width: 64, height: 64 }): PassTable {
  const pass: InferencePass = { network, ...size }
  const level = { image: [pass], video: pass }
  const levels = { fast: level, balanced: level, fine: level }
  return { wasm: levels, webgpu: levels }
}

const int8At = (side: number): InferencePass => ({ network: 'isnet-int8', width: side, height: side })
const fp16At = (side: number): InferencePass => ({ network: 'isnet-fp16', width: side, height: side })

/** A table like the shipped one, so that tests of its readers do not depend on src/build/networks/networks.json. */
export const twoNetworkPasses: PassTable = {
  wasm: {
    fast: { image: [int8At(448)], imageFeatures: int8At(448), video: int8At(512), videoCrop: int8At(512) },
    balanced: {
      image: [int8At(512), { ...fp16At(1024), aboveRisk: 0.6 }],
      video: fp16At(1024),
      videoCrop: int8At(512),
    },
    fine: { image: [fp16At(1024)], imageFeatures: fp16At(448), video: fp16At(1024) },
  },
  webgpu: {
    fast: { image: [fp16At(512)], video: fp16At(1024) },
    balanced: { image: [fp16At(1024)], video: fp16At(1024) },
    fine: { image: [fp16At(1024)], video: fp16At(1024) },
  },
}
