import { memoizePromise } from '#base/promises.ts'
import { yieldToEvents } from '#base/timers.ts'
import type { Level } from '#contract/image-options.ts'
import { isServiceError } from '#contract/service-error.ts'
import type { FeatureMaps } from '#engine/clicks/feature-maps.ts'
import { followOwnEdges } from '#engine/follow-own-edges.ts'
import { knownOfFilling, weightOfRoom } from '#engine/matte-risk.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { borderWidth, solveBorder } from '#engine/refine/solve-border.ts'
import { settleHaze } from '#engine/settle-haze.ts'
import { toTensor } from '#engine/tensor.ts'
import { type ChosenMatte, chooseMatte, joinWider } from './choose-matte.ts'
import type { Device } from './device.ts'
import { closerWindow, outOfWindow, roomAround, throughWindow } from './look-closer.ts'
import type { MattingCall } from './matting-call.ts'
import {
  type ImagePass,
  type InferencePass,
  isOptional,
  type LevelPasses,
  usualPasses,
} from './network-catalog.ts'
import type { Networks } from './networks.ts'
import { runningShares } from './running-shares.ts'

/** A matte, with its risk and the other mattes, if known. */
export type EstimatedMatte = AlphaMaskF32 & Partial<Omit<ChosenMatte, 'matte'>>

type EstimateCall = MattingCall & {
  /** Accepts a coarse matte: no further network is loaded. */
  readonly isFirstLook?: boolean | undefined
}

/** Estimates mattes of photos at the levels of D-71. */
export interface ImageMatter {
  readonly device: Device
  /** Whether everything that an estimate at this level always needs is loaded. */
  isReady(level: Level): boolean
  /** Loads everything that an estimate at this level always needs, in order of use; reports step `model`. */
  load(level: Level, call: MattingCall): Promise<void>
  /** The matte of the whole raster, at the size of the network's pass, or finer if its border was solved. */
  estimate(raster: Raster, level: Level, call: EstimateCall): Promise<EstimatedMatte>
  /**
   * The features of each place of the raster, for `applyClicks`, from a separate pass, since only clicks need it. Empty
   * if the catalogue has none. Loads the network first if needed.
   */
  estimateFeatures(raster: Raster, level: Level, call: MattingCall): Promise<FeatureMaps>
  /** The people in the raster, as `findPeople` below. Absent without a network for it. */
  findPeople?(raster: Raster, signal: AbortSignal): Promise<AlphaMaskF32 | undefined>
  /**
   * The matte of a closer look at the subject of `matte`, or with room around it (`closerWindow`); undefined if the
   * catalogue has no pass for it, or as in `Networks.tryRun`.
   */
  lookCloser?(
    raster: Raster,
    matte: AlphaMaskF32,
    level: Level,
    signal: AbortSignal,
  ): Promise<AlphaMaskF32 | undefined>
}

/**
 * Runs the passes of the catalogue for level and backend until the matte is certain enough; `chooseMatte` takes the
 * best. Then large half-transparent areas of a small pass are settled, hair and fur, too fine for it, are solved from
 * the picture, and edges follow those of the picture's own alpha (`followOwnEdges`).
 */
export function openImageMatter(networks: Networks): ImageMatter {
  const passesAt = (level: Level): LevelPasses => networks.passes[networks.device.backend][level]
  /** The networks that a matte of this level always needs. */
  const usualNetworks = (level: Level): readonly string[] => [
    ...new Set(usualPasses(passesAt(level)).map(({ network }) => network)),
  ]
  const runPasses = async (raster: Raster, level: Level, call: EstimateCall): Promise<ChosenMatte> => {
    const [firstPass, ...passes] = passesAt(level).image
    if (!firstPass) throw new Error(`The catalogue has no passes for ${level}.`)
    const ends = runningShares(passesAt(level).image.map(workOf))
    const run = ({ network, width, height }: InferencePass, seen: Raster, index: number) =>
      networks.run(
        network,
        toTensor(seen, { width, height }),
        { width, height },
        {
          ...call,
          onShare: (share) => {
            const [start = 0, end = 1] = [ends[index - 1], ends[index]]
            call.onProgress({ step: 'cut', ratio: start + (end - start) * share })
          },
        },
      )
    const mattes: [AlphaMaskF32, ...AlphaMaskF32[]] = [await run(firstPass, raster, 0)]
    for (const [index, pass] of passes.entries()) {
      if (call.isFirstLook && !networks.isLoaded(pass.network)) break
      const sofar = chooseMatte(mattes)
      if (sofar.risk <= (pass.aboveRisk ?? 0)) continue
      if (pass.withRoom && knownOfFilling(sofar.matte) !== pass.withRoom) continue
      const window = pass.withRoom && roomAround(raster)
      call.signal.throwIfAborted()
      try {
        const matte = await run(pass, window ? throughWindow(raster, window, pass) : raster, index + 1)
        const whole = window ? outOfWindow(matte, window, raster) : matte
        const weight = pass.withRoom && weightOfRoom(pass.withRoom, whole)
        if (weight === undefined) mattes.push(whole)
        else if (weight > 0) return joinWider(sofar, whole, weight)
      } catch (cause) {
        // Offline another network may be missing, and a large pass may run out of memory.
        const isUsable = mattes.length > 1 || isOptional(pass)
        if (!isUsable || !isServiceError(cause)) throw cause
        break
      }
    }
    return chooseMatte(mattes)
  }
  return {
    get device() {
      return networks.device
    },
    isReady: (level) => usualNetworks(level).every((network) => networks.isLoaded(network)),
    load: async (level, call) => {
      for (const network of usualNetworks(level)) await networks.load(network, call)
    },
    estimate: async (raster, level, call) => {
      const { matte: chosen, ...known } = await runPasses(raster, level, call)
      const matte = await mendMatte(raster, chosen, call.signal)
      return { ...followOwnEdges(matte, raster), ...known }
    },
    findPeople: (raster, signal) => findPeople(networks, raster, { signal }),
    lookCloser: async (raster, matte, level, signal) => {
      const { imageCloser } = passesAt(level)
      if (!imageCloser) return undefined
      const { network, ...size } = imageCloser
      const window = closerWindow(matte, raster)
      const seen = toTensor(throughWindow(raster, window, size), size)
      const found = await networks.tryRun(network, seen, size, { signal })
      return found && outOfWindow(found, window, raster)
    },
    estimateFeatures: async (raster, level, call) => {
      const { imageFeatures } = passesAt(level)
      if (!imageFeatures) return []
      const { network, width, height } = imageFeatures
      return networks.runFeatures(network, toTensor(raster, { width, height }), { width, height }, call)
    },
  }
}

/** The work of a pass, for the progress of a photo; half if few photos need it. */
const workOf = (pass: ImagePass): number => pass.width * pass.height * (isOptional(pass) ? 0.5 : 1)

/** The device until the networks are opened, and in a worker that never opens them. */
const unknownDevice: Device = {
  backend: 'wasm',
  threads: 1,
  isolated: false,
  precision: '',
  label: '',
  notes: [],
}

/** A matter that the first call opens. */
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

/** The side in pixels from which a pass resolves single strands. */
const fineSide = 1024
/**
 * Border widths as shares of the matte's side: below `least` it is a clean edge, above `most` haze of a network that
 * does not know the subject.
 */
const softBorder = { least: 0.005, most: 0.025 }

/** Settles the haze of a matte, and solves the border of a small pass. */
const mendMatte = async (raster: Raster, matte: AlphaMaskF32, signal: AbortSignal): Promise<AlphaMaskF32> => {
  await yieldToEvents(signal)
  const settled = settleHaze(matte)
  return matte.width < fineSide && isTooCoarse(settled) ? solveBorder(raster, settled) : settled
}

function isTooCoarse(matte: AlphaMaskF32): boolean {
  const share = borderWidth(matte) / matte.width
  return share >= softBorder.least && share <= softBorder.most
}

type PeopleCall = Pick<MattingCall, 'signal'>

/**
 * The probability that each place of the raster shows a person, on a grid of the network's own size (256 x 256), which
 * the whole raster is squeezed to. Evidence, not a matte: edges are coarse, and people who are small are missed.
 *
 * Undefined where nothing is known: the catalogue has no such network, its files cannot be fetched, or it does not run
 * here. Loads the network first where needed. Rejects with `AbortError` only.
 */
export async function findPeople(
  networks: Networks,
  raster: Raster,
  call: PeopleCall,
): Promise<AlphaMaskF32 | undefined> {
  const { people } = networks
  if (!people || !(await loadPeople(networks, call))) return undefined
  const { network, width, height } = people
  return networks.tryRun(network, toTensor(raster, { width, height }), { width, height }, call)
}

/** Loads the network of `findPeople`, and returns whether it is loaded. Rejects with `AbortError` only. */
export const loadPeople = async ({ people, tryLoad }: Networks, call: PeopleCall): Promise<boolean> =>
  people !== undefined && (await tryLoad(people.network, call))
