import { editLayerKeys } from '#contract/edit-layers.ts'
import { savedVideoEdits } from '#contract/saved-edits.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import { retention } from './retention.ts'
import type { StoredJob } from './stored-job.ts'
import { type Deletion, type EditLayer, layerPath, type VideoStorage } from './video-storage.ts'

type LayerParts = {
  readonly files: Pick<VideoStorage, 'listLayers' | 'remove'>
  /** The saved edits of a video, by file hash; null if there are none. */
  readonly findSaved: (fileHash: string) => Promise<unknown>
}

/** Deletes unneeded layers of propagated edits. */
export interface LayerRetention {
  /** Marks edits of a video as shown in this tab, saved or not. */
  hold(mattes: string, edits: Pick<VideoEdits, 'list'>): void
  /**
   * Deletes layers that no job, saved or shown edits need; of those that only saved edits need, also the oldest beyond
   * `maxBytes`, since they can be propagated again. Call it only while no tab stores a new job.
   */
  sweep(jobs: readonly StoredJob[], maxBytes?: number): Promise<Deletion>
}

export const openLayerRetention = ({ files, findSaved }: LayerParts): LayerRetention => {
  const held = new Map<string, Pick<VideoEdits, 'list'>>()

  /** A video's needed layers, and those exempt from the byte limit; null if unknown. */
  const reached = async ({ videoHash, mattes }: EditLayer, jobs: readonly StoredJob[]) => {
    const ofVideo = jobs.filter((stored) => stored.videoHash === videoHash)
    const saved = await savedOf(videoHash, ofVideo).catch(() => null)
    if (!saved) return null
    const shown = saved.isReset ? undefined : held.get(mattes)
    const firm = await keysOf([...ofVideo.map(({ edits }) => edits), shown])
    return { firm, all: new Set([...firm, ...(await keysOf([saved.edits]))]) }
  }
  /** Rejects if the saved edits are unreadable: then nothing they may need is deleted. */
  const savedOf = async (videoHash: string, ofVideo: readonly StoredJob[]) => {
    const combined = ofVideo.find(({ alphaHash }) => alphaHash !== undefined)
    const found = await findSaved(combined?.fileHash ?? videoHash)
    const edits = found === null ? undefined : savedVideoEdits(found)
    return { edits, isReset: edits?.list.length === 0 }
  }

  return {
    hold: (mattes, edits) => void held.set(mattes, edits),
    sweep: async (jobs, maxBytes = retention.propagatedEdits.maxBytes) => {
      const needs = new Map<string, ReturnType<typeof reached>>()
      const unneeded: EditLayer[] = []
      const spare: EditLayer[] = []
      for (const layer of await files.listLayers()) {
        const { mattes, key } = layer
        const need = needs.get(mattes) ?? reached(layer, jobs)
        needs.set(mattes, need)
        const known = await need
        if (known && !known.all.has(key)) unneeded.push(layer)
        else if (known && !known.firm.has(key)) spare.push(layer)
      }
      const gone = await Promise.all(
        [...unneeded, ...beyond(spare, maxBytes)].map((layer) => files.remove(layerPath(layer))),
      )
      return { isClean: gone.every(Boolean), deleted: gone.filter(Boolean).length }
    },
  }
}

/** The oldest layers beyond `maxBytes`. */
const beyond = (layers: readonly EditLayer[], maxBytes: number): readonly EditLayer[] => {
  let bytes = 0
  return layers
    .toSorted((a, b) => b.atMs - a.atMs)
    .filter((layer) => {
      bytes += layer.bytes
      return bytes > maxBytes
    })
}

const keysOf = async (
  edits: readonly (Pick<VideoEdits, 'list'> | undefined)[],
): Promise<ReadonlySet<string>> => {
  const keys = await Promise.all(edits.map(async (each) => (each ? editLayerKeys(each) : [])))
  return new Set(keys.flat())
}
