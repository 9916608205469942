import { canHash, sha256OfText } from '#base/sha256.ts'
import type { Level } from '#contract/image-options.ts'
import { allFiles, type LevelPasses, type NetworkCatalog, networkOf, passesOf } from './network-catalog.ts'

/** The parts of `LevelPasses` that determine mattes of photos, and of clips. */
const parts = {
  image: ['image', 'imageCloser', 'imageFeatures'],
  video: ['video', 'videoCrop', 'videoLook'],
} as const

/** Raise it when the code makes other mattes from the same passes, which must not be mixed with earlier ones. */
const rule = 5

const digits = 16

/**
 * The key of a level's mattes in caches and storage: a hash of the passes and the networks' files, so that mattes of
 * other weights are never mixed. It is equal on every device, since another may take over within a clip. Without Web
 * Crypto, where nothing is stored, the level.
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
