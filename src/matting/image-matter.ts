import { memoizePromise } from '#base/promises.ts'
import { yieldToEvents } from '#base/timers.ts'
import type { Level } from '#contract/image-options.ts'
import { isServiceError } from '#contract/service-error.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { followOwnEdges } from '#engine/follow-own-edges.ts'
import { matteUncertainty } from '#engine/matte-confidence.ts'
import { gapDoubt } from '#engine/matte-gaps.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { borderWidth, solveBorder } from '#engine/refine/solve-border.ts'
import { settleHaze } from '#engine/settle-haze.ts'
import { toTensor } from '#engine/tensor.ts'
import type { Device } from './device.ts'
import { findPeople } from './find-people.ts'
import type { MattingCall } from './matting-call.ts'
import type { InferencePass, LevelPasses } from './network-catalog.ts'
import type { Networks } from './networks.ts'

/** A matte, and those of other passes that were made on the way to it. */
export type EstimatedMatte = AlphaMaskF32 & { readonly others?: readonly AlphaMaskF32[] }

type EstimateCall = MattingCall & {
  /** A matte in doubt will do for now: no other network is loaded for a second pass. */
  readonly isFirstLook?: boolean | undefined
}

/** Estimates mattes of photos at the levels of D-71. */
export interface ImageMatter {
  readonly device: Device
  /** Whether an estimate at this level can begin without loading anything. */
  isReady(level: Level): boolean
  /** Loads what an estimate at this level begins with; reports step `model`. */
  load(level: Level, call: MattingCall): Promise<void>
  /** The matte of the whole raster: at the size of the network's pass, or finer where its border was found anew. */
  estimate(raster: Raster, level: Level, call: EstimateCall): Promise<EstimatedMatte>
  /**
   * What the network of this level makes of each place of the raster, for `applyClicks`: from a pass of its own, as
   * only those who click need it. Empty where the catalogue names none. Loads the network first where needed.
   */
  estimateFeatures(raster: Raster, level: Level, call: MattingCall): Promise<FeatureMaps>
  /** Where people are, as `findPeople` of the networks. Absent where there is no network to ask. */
  findPeople?(raster: Raster, signal: AbortSignal): Promise<AlphaMaskF32 | undefined>
  /**
   * The matte of Fine's first pass, for a photo whose matte at this level is in doubt; undefined where the level makes that
   * pass itself, and under the terms of `Networks.tryRun`.
   */
  lookCloser?(raster: Raster, level: Level, signal: AbortSignal): Promise<AlphaMaskF32 | undefined>
}

/**
 * Runs the pass that the catalogue's table names for level and backend. Where the matte is in doubt and the table has
 * a second pass, that one is made too, and the surer of the two stays. What a small pass leaves half
 * transparent over a large area is settled, and hair and fur, for which it is too coarse, are found anew in the picture.
 * Edges follow those of the picture's own alpha (`followOwnEdges`).
 */
export function openImageMatter(networks: Networks): ImageMatter {
  const passesAt = (level: Level): LevelPasses => networks.passes[networks.device.backend][level]
  const run = ({ network, width, height }: InferencePass, raster: Raster, call: MattingCall) => {
    const size = { width, height }
    return networks.run(network, toTensor(raster, size), size, call)
  }
  const runPasses = async (raster: Raster, level: Level, call: EstimateCall): Promise<EstimatedMatte> => {
    const { image, imageRetry } = passesAt(level)
    const first = await run(image, raster, call)
    if (!imageRetry || (call.isFirstLook && !networks.isLoaded(imageRetry.network))) return first
    const hasGap = gapDoubt(first) > (imageRetry.aboveGapDoubt ?? 1)
    if (!hasGap && matteUncertainty(first) <= imageRetry.aboveUncertainty) return first
    call.signal.throwIfAborted()
    // Offline the second network may be missing; a matte in doubt is better than none.
    const second = await run(imageRetry, raster, call).catch((cause: unknown) => {
      if (isServiceError(cause) && cause.code === 'upstream_error') return first
      throw cause
    })
    // A gap is a hole of which the first matte is sure.
    const [taken, other] =
      hasGap || matteUncertainty(second) <= matteUncertainty(first) ? [second, first] : [first, second]
    return taken === other ? taken : { ...taken, others: [other] }
  }
  return {
    get device() {
      return networks.device
    },
    isReady: (level) => networks.isLoaded(passesAt(level).image.network),
    load: (level, call) => networks.load(passesAt(level).image.network, call),
    estimate: async (raster, level, call) => {
      const estimated = await runPasses(raster, level, call)
      const { others } = estimated
      const matte = estimated.width >= fineSide ? estimated : await mendCoarse(raster, estimated, call.signal)
      return { ...followOwnEdges(matte, raster), ...(others && { others }) }
    },
    findPeople: (raster, signal) => findPeople(networks, raster, { signal }),
    lookCloser: async (raster, level, signal) => {
      const { network, width, height } = passesAt('fine').image
      const { image, imageRetry } = passesAt(level)
      const isMade = [image, imageRetry].some((pass) => pass?.network === network && pass.width === width)
      const size = { width, height }
      return isMade ? undefined : networks.tryRun(network, toTensor(raster, size), size, { signal })
    },
    estimateFeatures: async (raster, level, call) => {
      const { imageFeatures } = passesAt(level)
      if (!imageFeatures) return []
      const { network, width, height } = imageFeatures
      return networks.runFeatures(network, toTensor(raster, { width, height }), { width, height }, call)
    },
  }
}

/** Until the networks are opened, and in a worker that never does. */
const unknownDevice: Device = {
  ...{ backend: 'wasm', threads: 1, isolated: false, precision: '', label: '', notes: [] },
}

/** A matter that is opened by the first call that needs it. */
export const openLater = (open: () => Promise<ImageMatter>): ImageMatter => {
  let opened: ImageMatter | undefined
  const matter = memoizePromise(async () => {
    opened = await open()
    return opened
  })
  return {
    get device() {
      return opened?.device ?? unknownDevice
    },
    isReady: (level) => opened?.isReady(level) ?? false,
    load: async (...given) => (await matter()).load(...given),
    estimate: async (...given) => (await matter()).estimate(...given),
    estimateFeatures: async (...given) => (await matter()).estimateFeatures(...given),
    findPeople: async (...given) => (await matter()).findPeople?.(...given),
    lookCloser: async (...given) => (await matter()).lookCloser?.(...given),
  }
}

/** The side of a pass from which single strands are seen. */
const fineSide = 1024
/**
 * Widths of a border, as shares of the matte's side: narrower is a clean edge; wider is haze over the whole picture,
 * of a network that does not know the subject.
 */
const softBorder = { least: 0.005, most: 0.025 }

/** What a small pass leaves undecided, settled or found anew. */
const mendCoarse = async (
  raster: Raster,
  matte: AlphaMaskF32,
  signal: AbortSignal,
): Promise<AlphaMaskF32> => {
  await yieldToEvents(signal)
  const settled = settleHaze(matte)
  return isTooCoarse(settled) ? solveBorder(raster, settled) : settled
}

function isTooCoarse(matte: AlphaMaskF32): boolean {
  const share = borderWidth(matte) / matte.width
  return share >= softBorder.least && share <= softBorder.most
}
