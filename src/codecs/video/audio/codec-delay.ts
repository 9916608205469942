import {
  codecDelayId,
  findElement,
  numberIn,
  readEbmlHead,
  trackEntries,
  trackNumberId,
} from '#formats/ebml-elements.ts'

/**
 * The codec delay of a track of a WebM or MKV, in seconds: decoded sound before time 0, which mediabunny does not
 * subtract. 0 for other files.
 */
export const codecDelaySeconds = async (file: Blob, trackNumber: number): Promise<number> => {
  const view = await readEbmlHead(file)
  for (const entry of trackEntries(view)) {
    if (numberIn(view, findElement(view, entry, trackNumberId)) !== trackNumber) continue
    return numberIn(view, findElement(view, entry, codecDelayId)) / 1e9
  }
  return 0
}
