import type { Level } from '#contract/image-options.ts'
import { isServiceError } from '#contract/service-error.ts'
import { matteUncertainty } from '#engine/matte-confidence.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { toTensor } from '#engine/tensor.ts'
import type { Device } from './device.ts'
import type { MattingCall, NetworkKind, Networks } from './networks.ts'

/** One run of a network: the whole photo, squeezed to a square as in training. */
type InferencePass = { readonly network: NetworkKind; readonly sidePx: number }

const fastPass: InferencePass = { network: 'small', sidePx: 448 }
const firstPass: InferencePass = { network: 'small', sidePx: 512 }
const finePass: InferencePass = { network: 'large', sidePx: 1024 }

/**
 * A first matte with more doubt than this is made again by the large pass: three photos in ten of a broad
 * mix, which together with the edges' refinement reaches the mean error of the large pass on all.
 */
const maxUncertainty = 0.39

/** Estimates mattes of photos at the levels of D-71. */
export interface ImageMatter {
  readonly device: Device
  /** Whether an estimate at this level can begin without loading anything. */
  isReady(level: Level): boolean
  /** Loads what an estimate at this level begins with; reports stage `model`. */
  load(level: Level, call: MattingCall): Promise<void>
  /** The matte of the whole raster, square, at the network's own size. */
  estimate(raster: Raster, level: Level, call: MattingCall): Promise<AlphaMaskF32>
}

/**
 * Fast: a small pass. Fine: the large pass. Balanced: a small pass first, the large one where its matte is
 * doubtful. On WebGPU the large pass costs little, so Balanced takes it at once there, and no device
 * fetches the small network beside the large one without need.
 */
export function openImageMatter(networks: Networks): ImageMatter {
  const passAtFirst = (level: Level): InferencePass => {
    const cheap = networks.device.backend === 'webgpu'
    if (level === 'fine' || (cheap && level === 'balanced')) return finePass
    if (cheap) return { network: 'large', sidePx: 512 }
    return level === 'fast' ? fastPass : firstPass
  }
  const run = ({ network, sidePx }: InferencePass, raster: Raster, call: MattingCall) => {
    const size = { width: sidePx, height: sidePx }
    return networks.run(network, toTensor(raster, size), size, call)
  }
  return {
    get device() {
      return networks.device
    },
    isReady: (level) => networks.isLoaded(passAtFirst(level).network),
    load: (level, call) => networks.load(passAtFirst(level).network, call),
    estimate: async (raster, level, call) => {
      const first = passAtFirst(level)
      const matte = await run(first, raster, call)
      if (level !== 'balanced' || first === finePass || matteUncertainty(matte) <= maxUncertainty)
        return matte
      call.signal.throwIfAborted()
      // Without a network the large pass may be out of reach; a doubtful matte, marked as such, beats none.
      return run(finePass, raster, call).catch((cause: unknown) => {
        if (isServiceError(cause) && cause.code === 'upstream_error') return matte
        throw cause
      })
    },
  }
}
