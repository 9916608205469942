import type { Level } from '#contract/image-options.ts'
import { readStretchName, unpackStretch } from '#contract/matte-stretch.ts'
import type { MatteStretch } from '#service/background-service.ts'
import { mattesPath, type VideoFiles } from './video-files.ts'

/** Names of stretches count microseconds. */
const roundingSeconds = 1e-6

/**
 * The first stretch of a video's mattes that reaches `fromSeconds`; null where none does so far. A stretch
 * that is still being written, or is gone by now, counts as not there.
 */
export const readMattes = async (
  files: Pick<VideoFiles, 'listMattes' | 'read'>,
  { track, level }: { readonly track: string; readonly level: Level },
  fromSeconds: number,
): Promise<MatteStretch | null> => {
  const names = await files.listMattes(track, level)
  const name = names.find((name) => {
    const toSeconds = readStretchName(name)?.toSeconds
    return toSeconds !== undefined && toSeconds + roundingSeconds >= fromSeconds
  })
  const file = name === undefined ? null : await files.read(`${mattesPath(track, level)}/${name}`)
  if (!file) return null
  try {
    const { width, height, frames } = unpackStretch(await inflate(file))
    const [first, last] = [frames[0], frames.at(-1)]
    if (!first || !last) return null
    return { fromSeconds: first.timestampSeconds, toSeconds: last.timestampSeconds, width, height, frames }
  } catch {
    return null
  }
}

const inflate = async (file: Blob): Promise<Uint8Array> => {
  const bytes = file.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(bytes).arrayBuffer())
}
