import type { FileTracks } from './file-tracks.ts'
import { readMatroskaTracks } from './matroska-tracks.ts'
import { readMovieTracks } from './movie-tracks.ts'

/** Lists the tracks of an MP4, MOV, WebM or MKV. Empty if the file is too damaged. */
export const readFileTracks = async (file: Blob): Promise<FileTracks> => {
  try {
    return (await readMovieTracks(file)) ?? (await readMatroskaTracks(file))
  } catch {
    // The list of left-out content must not stop the work.
    return { tracks: [], beside: [] }
  }
}
