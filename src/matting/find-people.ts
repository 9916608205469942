import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import { toTensor } from '#engine/tensor.ts'
import type { MattingCall } from './matting-call.ts'
import type { Networks } from './networks.ts'

type PeopleCall = Pick<MattingCall, 'signal'>

/**
 * The probability that each place of the raster shows a person, on a grid of the network's own size (256 x 256), which
 * the whole raster is squeezed to. Evidence, not a matte: edges are coarse, and people who are small are missed.
 *
 * Undefined where nothing is known: the catalogue has no such network, its files cannot be fetched, or it does not
 * run here. Loads the network first where needed. Rejects with `AbortError` only.
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

/** Loads what `findPeople` needs, and says whether it is there. Rejects with `AbortError` only. */
export const loadPeople = async ({ people, tryLoad }: Networks, call: PeopleCall): Promise<boolean> =>
  people !== undefined && (await tryLoad(people.network, call))
