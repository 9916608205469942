import type { Box } from '#engine/box.ts'
import { closeUpBox, putCloseUp } from '#engine/close-up.ts'
import { extractBox } from '#engine/extract-box.ts'
import type { Alpha, Matte, Raster } from '#engine/raster.ts'
import { resizePlane } from '#engine/resize.ts'
import { toTensor } from '#engine/tensor.ts'
import type { MattingCall, Networks } from './networks.ts'
import type { Pass, VideoPlan } from './video-plan.ts'

/**
 * Asks the network for the matte of a frame: of the whole of it, or of the part around the subject where
 * `expected`, the matte as it was carried here, says that is.
 */
export type Look = (frame: Raster, expected: Alpha | undefined) => Promise<Alpha>

export function openLook(networks: Networks, planNow: () => VideoPlan, call: MattingCall): Look {
  const run = async ({ network, sidePx }: Pass, raster: Raster): Promise<Alpha> => {
    call.signal.throwIfAborted()
    const size = { width: sidePx, height: sidePx }
    return toAlpha(resizePlane(await networks.run(network, toTensor(raster, size), size, call), raster))
  }
  const lookClose = async (pass: Pass, frame: Raster, expected: Alpha, box: Box): Promise<Alpha> =>
    putCloseUp(expected, await run(pass, extractBox(frame, box)), box)

  return async (frame, expected) => {
    const plan = planNow()
    const known = expected && closeUpBox(expected)
    if (plan.close && expected && known) {
      const seen = await lookClose(plan.close, frame, expected, known)
      if (amountOf(seen) > plan.leastFound * amountOf(expected)) return seen
    }
    const first = await run(plan.whole, frame)
    const box = plan.looksTwice ? closeUpBox(first) : null
    return plan.close && box && isWorthwhile(box, frame) ? lookClose(plan.close, frame, first, box) : first
  }
}

const amountOf = ({ data }: Alpha): number => data.reduce((sum, alpha) => sum + alpha, 0)

/** A close look is worth it while it leaves a good part of the frame out. */
const isWorthwhile = (box: Box, { width, height }: { width: number; height: number }): boolean =>
  box.width * box.height < 0.6 * width * height

function toAlpha({ width, height, data }: Matte): Alpha {
  const alpha = new Uint8ClampedArray(data.length)
  for (let i = 0; i < alpha.length; i++) alpha[i] = (data[i] ?? 0) * 255
  return { width, height, data: alpha }
}
