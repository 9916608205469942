import * as v from 'valibot'
import { sha256Hex } from '#base/sha256.ts'
import { editRuns, type VideoEdits } from './video-edits.ts'

/**
 * Names the mattes of a video after each run of its edits, the last name for all of them: the same runs in the same
 * order always have the same names, so that what was propagated once is found again after undo, redo and reload.
 */
export const editLayerKeys = async (edits: Pick<VideoEdits, 'list'>): Promise<readonly string[]> => {
  const keys: string[] = []
  for (const { atSeconds, list } of editRuns(edits)) {
    const text = JSON.stringify([keys.at(-1) ?? null, atSeconds, list])
    // Numbers and names of kinds contain only ASCII.
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    keys.push((await sha256Hex(bytes)).slice(0, 32))
  }
  return keys
}

const folderPrefix = 'edits-'

/** The folder with the chunks that a run of edits changed, below the folder of the mattes. */
export const editLayerPath = (mattesPath: string, key: string): string =>
  `${mattesPath}/${folderPrefix}${key}`

/** The name of a layer by that of its folder; null for any other folder or file. */
export const parseLayerFolder = (name: string): string | null =>
  name.startsWith(folderPrefix) ? name.slice(folderPrefix.length) : null

/** The name of the file that says that all mattes are there, of a video or of a layer of edits. */
export const mattesReportName = 'report.json'

const number = v.pipe(v.number(), v.finite())

const layerReport = v.object({
  /** The numbers of the first frames of the chunks that it changed. */
  firstFrames: v.pipe(v.array(number), v.readonly()),
  /** The frames that it reaches: the times of the first and the last one. */
  fromSeconds: number,
  toSeconds: number,
  /** Of its chunks. */
  bytes: number,
})

/** What a run of edits changed. */
export type LayerReport = Readonly<v.InferOutput<typeof layerReport>>

/** Reads a stored report; null for anything else. */
export const parseLayerReport = (text: string): LayerReport | null => {
  try {
    return v.parse(layerReport, JSON.parse(text))
  } catch {
    return null
  }
}
