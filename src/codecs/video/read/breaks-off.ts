import { ebmlElements, ebmlId, segmentId } from './ebml.ts'

const headBytes = 64
/** Boxes on the top level that are looked at. */
const maxBoxes = 1_000

/**
 * Whether a video ends before it says so: before its segment (RFC 9559, 5.1) or its last box (ISO/IEC 14496-12, 4.2).
 */
export const breaksOff = async (video: Blob): Promise<boolean> => {
  const headAt = async (at: number) => new DataView(await video.slice(at, at + headBytes).arrayBuffer())
  const head = await headAt(0)
  if (head.byteLength >= 4 && head.getUint32(0) === ebmlId) {
    const elements = [...ebmlElements(head, { from: 0, to: Number.MAX_SAFE_INTEGER })]
    return elements.some(({ id, isOpen, to }) => id === segmentId && !isOpen && to > video.size)
  }
  let at = 0
  for (let count = 0; at + 8 <= video.size && count < maxBoxes; count++) {
    const bytes = boxBytes(await headAt(at))
    if (bytes < 8) return false
    at += bytes
  }
  return at > video.size
}

/** The length of a box; 0 for one that ends with the file. */
const boxBytes = (head: DataView): number => {
  const bytes = head.getUint32(0)
  return bytes === 1 && head.byteLength >= 16 ? Number(head.getBigUint64(8)) : bytes
}
