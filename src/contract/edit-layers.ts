import { sha256Hex } from '#base/sha256.ts'
import { editRuns, type VideoEdits } from './video-edits.ts'

/**
 * Names the mattes of a video after each run of its edits, the last name for all of them: the same runs in the same
 * order always have the same names, so that what was carried once is found again after undo, redo and reload.
 */
export const editLayerKeys = async (edits: Pick<VideoEdits, 'list'>): Promise<readonly string[]> => {
  const keys: string[] = []
  for (const { atSeconds, list } of editRuns(edits)) {
    const text = JSON.stringify([keys.at(-1) ?? null, atSeconds, list])
    // Numbers and names of kinds have no other characters than those of ASCII.
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    keys.push((await sha256Hex(bytes)).slice(0, 32))
  }
  return keys
}

/** The folder with the chunks that a run of edits changed, below the folder of the mattes. */
export const editLayerPath = (mattesPath: string, key: string): string => `${mattesPath}/edits-${key}`

/** The name of the file that says that all mattes are there, of a video or of a layer of edits. */
export const mattesReportName = 'report.json'

/** What a run of edits changed. */
export type LayerReport = {
  /** The numbers of the first frames of the chunks that it changed. */
  readonly firstFrames: readonly number[]
  /** The frames that it reaches: the times of the first and the last one. */
  readonly fromSeconds: number
  readonly toSeconds: number
}
