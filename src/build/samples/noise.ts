/** A repeatable number in 0-1 for a cell of the lattice. */
export const cellNoise = (x: number, y: number, z: number): number => {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 1274126177)
  h = Math.imul(h ^ (h >>> 13), 1103515245)
  h = Math.imul(h ^ (h >>> 15), 2246822519)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Value noise in 0-1: smooth, features of size 1. */
export const noise = (x: number, y: number, z: number): number => {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const iz = Math.floor(z)
  const u = ease(x - ix)
  const v = ease(y - iy)
  const w = ease(z - iz)
  const edge = (dy: number, dz: number) => {
    const a = cellNoise(ix, iy + dy, iz + dz)
    return a + (cellNoise(ix + 1, iy + dy, iz + dz) - a) * u
  }
  const near = edge(0, 0) + (edge(1, 0) - edge(0, 0)) * v
  const far = edge(0, 1) + (edge(1, 1) - edge(0, 1)) * v
  return near + (far - near) * w
}

/** Noise of several sizes added up, in 0-1. */
export const cloud = (x: number, y: number, z: number): number =>
  (noise(x, y, z) * 4 + noise(x * 2.1, y * 2.1, z * 2.1) * 2 + noise(x * 4.3, y * 4.3, z * 4.3)) / 7

const ease = (t: number): number => t * t * (3 - 2 * t)
