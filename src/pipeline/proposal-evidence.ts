import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import type { EstimatedMatte, ImageMatter } from '#matting/image-matter.ts'
import { dequantizeMatte, type MatteCache, quantizeMatte } from './matte-cache.ts'

/** What is known of photos beside their mattes, by the name of photo and level: what other cut-outs are made of. */
export interface ProposalEvidence {
  /** Keeps the mattes of other passes. */
  keepOthers(name: string, estimated: EstimatedMatte): Promise<void>
  /** Finds people in a photo and keeps where they are. Rejects with `AbortError` only. */
  findPeople(name: string, photo: Raster, signal: AbortSignal): Promise<void>
  /** What is kept of a photo. */
  read(name: string): Promise<{ readonly others: readonly AlphaMaskF32[]; readonly people?: AlphaMaskF32 }>
}

/** Keeps it beside the mattes, which may belong to several workers. */
export const openProposalEvidence = (
  mattes: MatteCache,
  matter: Pick<ImageMatter, 'findPeople'>,
): ProposalEvidence => ({
  keepOthers: async (name, { others = [] }) => {
    const [other] = others
    if (other) await mattes.set(otherOf(name), quantizeMatte(other))
  },
  findPeople: async (name, photo, signal) => {
    if (await mattes.get(peopleOf(name))) return
    const people = await matter.findPeople?.(photo, signal)
    if (people) await mattes.set(peopleOf(name), quantizeMatte(people))
  },
  read: async (name) => {
    const [other, people] = await Promise.all([mattes.get(otherOf(name)), mattes.get(peopleOf(name))])
    return {
      others: other ? [dequantizeMatte(other)] : [],
      ...(people && { people: dequantizeMatte(people) }),
    }
  },
})

const otherOf = (name: string) => `${name} other`
const peopleOf = (name: string) => `${name} people`
