import type { Level } from '#contract/image-options.ts'
import type { AlphaMaskF32, Raster } from '#engine/raster.ts'
import type { EstimatedMatte, ImageMatter } from '#matting/image-matter.ts'
import { dequantizeMatte, type MatteCache, quantizeMatte } from './matte-cache.ts'
import type { KnownBeside } from './propose-alternatives.ts'

/** Evidence about photos besides their mattes, by `nameOf`, for alternative cut-outs. */
export interface ProposalEvidence {
  /** Stores the mattes of other passes. */
  keepOthers(name: string, estimated: EstimatedMatte): Promise<void>
  /** Finds people in a photo and stores where they are. Rejects with `AbortError` only. */
  findPeople(name: string, photo: Raster, signal: AbortSignal): Promise<void>
  /**
   * Makes a finer pass over a photo, once, and stores its matte; resolves with whether there is one. Rejects like
   * `decode`, and with `AbortError`.
   */
  lookCloser(
    name: string,
    level: Level,
    decode: () => Promise<{ readonly raster: Raster }>,
    signal: AbortSignal,
  ): Promise<boolean>
  /** The stored evidence of a photo. */
  read(name: string): Promise<KnownBeside>
}

/** Stores evidence beside the mattes, which several workers may share. */
export const openProposalEvidence = (
  mattes: MatteCache,
  matter: Pick<ImageMatter, 'findPeople' | 'lookCloser'>,
): ProposalEvidence => {
  const keep = async (key: string, matte: AlphaMaskF32 | undefined) => {
    if (matte) await mattes.set(key, quantizeMatte(matte))
    return matte !== undefined
  }
  const find = async (key: string) => {
    const kept = await mattes.get(key)
    return kept && dequantizeMatte(kept)
  }
  const others = async (name: string, index = 0): Promise<readonly AlphaMaskF32[]> => {
    const other = await find(otherOf(name, index))
    return other ? [other, ...(await others(name, index + 1))] : []
  }
  return {
    keepOthers: async (name, { others = [] }) => {
      for (const [index, other] of others.entries()) await keep(otherOf(name, index), other)
    },
    findPeople: async (name, photo, signal) => {
      if (await mattes.get(peopleOf(name))) return
      await keep(peopleOf(name), await matter.findPeople?.(photo, signal))
    },
    lookCloser: async (name, level, decode, signal) => {
      if (await mattes.get(closerOf(name))) return true
      const matte = await find(name)
      if (!matte) return false
      const { raster } = await decode()
      signal.throwIfAborted()
      return keep(closerOf(name), await matter.lookCloser?.(raster, matte, level, signal))
    },
    read: async (name) => {
      const [people, closer] = await Promise.all([find(peopleOf(name)), find(closerOf(name))])
      return { others: await others(name), ...(people && { people }), ...(closer && { closer }) }
    },
  }
}

const otherOf = (name: string, index: number) => `${name} other ${index}`
const peopleOf = (name: string) => `${name} people`
const closerOf = (name: string) => `${name} closer`
