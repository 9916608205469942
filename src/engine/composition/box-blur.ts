/** Radii of successive box filters that approximate a Gaussian: Wells, PAMI 1986. */
const boxRadii = (sigma: number): readonly number[] => {
  const passes = 3
  const ideal = Math.sqrt((12 * sigma * sigma) / passes + 1)
  const narrow = Math.floor((ideal - 1) / 2)
  const side = 2 * narrow + 1
  const count = Math.round(
    (12 * sigma * sigma - passes * side * side - 4 * passes * side - 3 * passes) / (-4 * side - 4),
  )
  return Array.from({ length: passes }, (_, i) => (i < count ? narrow : narrow + 1))
}

/** Values in rows, `step` channels each, and what lies outside. */
type BlurPlane = {
  readonly width: number
  readonly height: number
  readonly step: 1 | 4
  /** `edge`: the border values continue, so that a constant stays constant. `zero`: nothing. */
  readonly outside: 'edge' | 'zero'
}

/**
 * Blurs bytes in place by approximately a Gaussian of standard deviation `sigma` pixels, in time independent of it.
 * Rounds once per pass and axis.
 */
export const blurBytes = (data: Uint8ClampedArray, plane: BlurPlane, sigma: number): void => {
  if (sigma <= 0) return
  const { width, height, step } = plane
  const radii = boxRadii(sigma)
  const line = new Uint8ClampedArray((width + 2 * Math.max(...radii) + 2) * step)
  for (const radius of radii) {
    if (radius === 0) continue
    for (let y = 0; y < height; y++) blurRow(data, y * width * step, plane, radius, line)
    blurColumns(data, plane, radius)
  }
}

const blurRow = (
  data: Uint8ClampedArray,
  start: number,
  { width, step, outside }: BlurPlane,
  radius: number,
  line: Uint8ClampedArray,
): void => {
  const share = 1 / (2 * radius + 1)
  // The copy includes values beyond both ends, so that the loop needs no conditions.
  const margin = (radius + 1) * step
  const row = width * step
  for (let i = 0; i < margin; i++) {
    line[i] = outside === 'edge' ? data[start + (i % step)] : 0
    line[margin + row + i] = outside === 'edge' ? data[start + row - step + (i % step)] : 0
  }
  line.set(data.subarray(start, start + row), margin)
  const reach = (2 * radius + 1) * step
  for (let channel = 0; channel < step; channel++) {
    let sum = 0
    for (let i = channel; i < reach; i += step) sum += line[i]
    for (let at = start + channel, leaving = channel; leaving < row; at += step, leaving += step) {
      sum += line[leaving + reach] - line[leaving]
      data[at] = sum * share
    }
  }
}

/** All columns together, row by row, for sequential memory access. */
const blurColumns = (
  data: Uint8ClampedArray,
  { width, height, step, outside }: BlurPlane,
  radius: number,
): void => {
  const share = 1 / (2 * radius + 1)
  const row = width * step
  const source = data.slice()
  const sums = new Int32Array(row)
  const isEdge = outside === 'edge'
  const add = (y: number, sign: 1 | -1) => {
    const inside = y < 0 ? 0 : y >= height ? height - 1 : y
    if (inside !== y && !isEdge) return
    const from = inside * row
    if (sign === 1) for (let i = 0; i < row; i++) sums[i] += source[from + i]
    else for (let i = 0; i < row; i++) sums[i] -= source[from + i]
  }
  for (let y = -radius - 1; y < radius; y++) add(y, 1)
  for (let y = 0; y < height; y++) {
    add(y + radius, 1)
    add(y - radius - 1, -1)
    const to = y * row
    for (let i = 0; i < row; i++) data[to + i] = sums[i] * share
  }
}
