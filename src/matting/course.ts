import type { Flow } from '#engine/flow.ts'
import { flowTrust } from '#engine/flow-trust.ts'
import { followFlow } from '#engine/follow-flow.ts'
import type { LumaPyramid } from '#engine/luma-pyramid.ts'
import type { Matte } from '#engine/raster.ts'

/** The motion from a frame to another of its scene and back, over all frames between them. */
export type Course = Leg & { readonly trust: Matte }

/** Motion between two neighbours, seen from one of them. */
export type Leg = { readonly there: Flow; readonly back: Flow }

/** A course that begins one leg earlier, at `from`; without a `rest` the leg is all of it. */
export function courseFrom(from: LumaPyramid, to: LumaPyramid, leg: Leg, rest?: Course): Course {
  const there = rest ? followFlow(leg.there, rest.there) : leg.there
  const back = rest ? followFlow(rest.back, leg.back) : leg.back
  return { there, back, trust: flowTrust(from[0], to[0], there, back) }
}
