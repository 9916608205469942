import type { FileTracks } from './file-tracks.ts'
import { readMatroskaTracks } from './matroska-tracks.ts'
import { readMovieTracks } from './movie-tracks.ts'

/** Lists the tracks of an MP4, MOV, WebM or MKV. Empty for a file that is too damaged for that. */
export const readFileTracks = async (file: Blob): Promise<FileTracks> => {
  try {
    return (await readMovieTracks(file)) ?? (await readMatroskaTracks(file))
  } catch {
    // What is left out is told beside the work, and must not stop it.
    return { tracks: [], beside: [] }
  }
}
