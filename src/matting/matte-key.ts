import { canHash, sha256OfText } from '#base/sha256.ts'
import type { Level } from '#contract/image-options.ts'
import { allFiles, type LevelPasses, type NetworkCatalog, networkOf, passesOf } from './network-catalog.ts'

/** The parts that decide mattes of photos, and of clips. */
const parts = {
  image: ['image', 'imageCloser', 'imageFeatures'],
  video: ['video', 'videoCrop', 'videoLook'],
} as const

/** To be raised when the code makes other mattes of the same passes, which must not stand beside earlier ones. */
const rule = 5

const digits = 16

/**
 * Names the mattes of a level by what makes them: the passes, and the content of the networks' files. Caches and stored
 * mattes have it in their keys, so that other weights never go on with what these made. It is the same on each device,
 * since one may take over from another within a clip. Without Web Crypto, where nothing is found again, the level.
 */
export const matteKey = async (
  { networks, passes }: Pick<NetworkCatalog, 'networks' | 'passes'>,
  level: Level,
  kind: keyof typeof parts,
): Promise<string> => {
  if (!canHash()) return level
  const made = [passes.wasm[level], passes.webgpu[level]].map(
    (all): Partial<LevelPasses> => Object.fromEntries(parts[kind].map((name) => [name, all[name]])),
  )
  const used = new Set(made.flatMap(passesOf).map(({ network }) => network))
  const files = [...used].map((id) =>
    allFiles(networkOf(networks, id)).flatMap((file) => file.parts.map(({ sha256 }) => sha256)),
  )
  const text = JSON.stringify([rule, kind, made, files])
  return (await sha256OfText(text)).slice(0, digits)
}
