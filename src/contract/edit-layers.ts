import * as v from 'valibot'
import { sha256Hex } from '#base/sha256.ts'
import { editRuns, type VideoEdits } from './video-edits.ts'

/**
 * The key of a video's mattes after each run of edits, the last one after all. Equal runs in equal order have equal
 * keys, so that layers are found again after undo, redo and reload.
 */
export const editLayerKeys = async (edits: Pick<VideoEdits, 'list'>): Promise<readonly string[]> => {
  const keys: string[] = []
  for (const { atSeconds, list } of editRuns(edits)) {
    const text = JSON.stringify([keys.at(-1) ?? null, atSeconds, list])
    // Numbers and kind names are ASCII.
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    keys.push((await sha256Hex(bytes)).slice(0, 32))
  }
  return keys
}

const folderPrefix = 'edits-'

/** The folder of the chunks that a run of edits changed, within the folder of the mattes. */
export const editLayerPath = (mattesPath: string, key: string): string =>
  `${mattesPath}/${folderPrefix}${key}`

/** The key in a layer's folder name; null for other names. */
export const parseLayerFolder = (name: string): string | null =>
  name.startsWith(folderPrefix) ? name.slice(folderPrefix.length) : null

/** The file that marks mattes, of a video or of a layer, as complete. */
export const mattesReportName = 'report.json'

const number = v.pipe(v.number(), v.finite())

const layerReport = v.object({
  /** The first frame numbers of its changed chunks. */
  firstFrames: v.pipe(v.array(number), v.readonly()),
  /** The times of the first and last frame that it reaches. */
  fromSeconds: number,
  toSeconds: number,
  /** Size of its chunks. */
  bytes: number,
})

/** Result of propagating a run of edits. */
export type LayerReport = Readonly<v.InferOutput<typeof layerReport>>

/** Parses a stored report; null if invalid. */
export const parseLayerReport = (text: string): LayerReport | null => {
  try {
    return v.parse(layerReport, JSON.parse(text))
  } catch {
    return null
  }
}
