/** For each fine pixel the coarse ones around its centre, and how far it lies between them. */
export type Interpolation = {
  readonly before: Int32Array
  readonly after: Int32Array
  readonly share: Float32Array
}

/**
 * Linear interpolation from `coarse` to `fine` pixels along one side, centre to centre: for each fine pixel
 * the coarse ones before and after its centre, and how far it lies from the first to the second, 0 to 1.
 */
export function interpolation(fine: number, coarse: number): Interpolation {
  const before = new Int32Array(fine)
  const after = new Int32Array(fine)
  const share = new Float32Array(fine)
  for (let i = 0; i < fine; i++) {
    const at = Math.min(coarse - 1, Math.max(0, ((i + 0.5) * coarse) / fine - 0.5))
    before[i] = Math.floor(at)
    after[i] = Math.min(coarse - 1, before[i] + 1)
    share[i] = at - before[i]
  }
  return { before, after, share }
}
