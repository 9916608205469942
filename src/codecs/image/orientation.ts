import type { Size } from '#base/geometry.ts'
import { crc32 } from '#engine/crc32.ts'
import { type Orientation, type OrientationTag, swapsSides } from '#formats/orientation.ts'

/**
 * Sets the orientation in `bytes` to upright, to apply it here: browsers apply it to different formats, and cannot be
 * told not to.
 */
export const clearOrientation = (bytes: Uint8Array, tag: OrientationTag): void => {
  const { at, littleEndian, summed } = tag
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  bytes.fill(0, at, at + tag.bytes)
  view.setUint8(littleEndian ? at : at + tag.bytes - 1, 1)
  if (summed) view.setUint32(summed.end, crc32(bytes.subarray(summed.start, summed.end)))
}

/**
 * Writes stored rows, one 32-bit word per pixel, to their displayed places. `rows` contains whole rows of a picture of
 * size `stored` from row `firstRow` on; `shown` is the displayed picture.
 */
export const placeRows = (
  rows: Uint32Array,
  firstRow: number,
  stored: Size,
  orientation: Orientation,
  shown: Uint32Array,
): void => {
  const { width, height } = stored
  if (orientation === 1) {
    shown.set(rows, firstRow * width)
    return
  }
  const count = rows.length / width
  const { start, alongRow, alongColumn } = turnSteps(orientation, width, height)
  if (swapsSides(orientation)) {
    // Column by column, so that the writes, not the reads, are contiguous.
    for (let x = 0; x < width; x++) {
      let to = start + x * alongRow + firstRow * alongColumn
      for (let from = x; from < rows.length; from += width, to += alongColumn) shown[to] = rows[from]
    }
  } else {
    for (let y = 0; y < count; y++) {
      let to = start + (firstRow + y) * alongColumn
      const end = (y + 1) * width
      for (let from = y * width; from < end; from++, to += alongRow) shown[to] = rows[from]
    }
  }
}

/**
 * The displayed position of the stored pixel (0, 0), and the steps along a stored row and column, in displayed pixels.
 */
export const turnSteps = (orientation: Orientation, w: number, h: number) => {
  switch (orientation) {
    case 1:
      return { start: 0, alongRow: 1, alongColumn: w }
    case 2:
      return { start: w - 1, alongRow: -1, alongColumn: w }
    case 3:
      return { start: w * h - 1, alongRow: -1, alongColumn: -w }
    case 4:
      return { start: (h - 1) * w, alongRow: 1, alongColumn: -w }
    case 5:
      return { start: 0, alongRow: h, alongColumn: 1 }
    case 6:
      return { start: h - 1, alongRow: h, alongColumn: -1 }
    case 7:
      return { start: w * h - 1, alongRow: -h, alongColumn: -1 }
    case 8:
      return { start: (w - 1) * h, alongRow: -h, alongColumn: 1 }
  }
}
