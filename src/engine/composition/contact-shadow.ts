import { capSide, type Size } from '#base/geometry.ts'
import { blurPlane } from '#engine/box-sums.ts'
import { distanceTransform } from './distance-transform.ts'
import { channelsOf, chromaDifference, groundInLight, smoothOver } from './ground-in-light.ts'

/** A photo (RGBA) and its subject's alpha, bytes, at the size of `shadowSize`. */
export type ShadowScene = Size & { readonly photo: Uint8ClampedArray; readonly alpha: Uint8ClampedArray }

/** Longer side for detecting shadows, in pixels: they are soft. */
const shadowSide = 160

/** The size of a picture for `findContactShadow`. */
export const shadowSize = (picture: Size): Size => capSide(picture, shadowSide)

/** Difference of chroma: up to `same` a darker pixel is in shadow, from `other` it is not. */
const chroma = { same: 0.015, other: 0.04 } as const
/** Luma, 0 to 255: up to the first the ground shows no shadow, from the second fully. */
const ground = { dark: 20, lit: 45 } as const

/** Noise of the ground: up to the first its shadows are detectable, from the second they are not (grass, fur). */
const texture = { even: 0.08, busy: 0.16 } as const
/** Distance from the subject in pixels within which a shadow may be tinted by the subject. */
const tintedPixels = 6

/**
 * The alpha of the subject's shadow on the ground near its lower edge: black with this alpha over the lit ground gives
 * the photo. Shadow is darker than the ground, of the same chroma, and does not get darker away from the subject; it is
 * extended up to and under the subject. Zero if there is none.
 */
export function findContactShadow(scene: ShadowScene): Uint8ClampedArray<ArrayBuffer> {
  const { photo, alpha } = scene
  const out = new Uint8ClampedArray(alpha.length)
  const contact = contactOf(scene)
  if (!contact) return out
  const { known, distances } = knownGround(scene)
  const seen = channelsOf(photo)
  const { lit, luma, litLuma, noise, threshold } = groundInLight(scene, known, seen)
  const trust = (1 - ramp(noise, texture.even, texture.busy)) * contact.trust
  if (trust === 0) return out
  const darkness = new Float32Array(known.length)
  for (let i = 0; i < known.length; i++) {
    const dark = 1 - luma[i] / Math.max(1, litLuma[i])
    if (known[i] === 0 || dark <= threshold / 2) continue
    const tint = chromaDifference(seen, lit, i)
    if (tint > chroma.same && distances[i] <= tintedPixels) known[i] = 0
    else
      darkness[i] =
        dark *
        ramp(dark, threshold / 2, threshold) *
        (1 - ramp(tint, chroma.same, chroma.other)) *
        ramp(litLuma[i], ground.dark, ground.lit)
  }
  const shadow = reconstruct(scene, contact.feet, known, darkness)
  fillUnknown(shadow, known, scene)
  blurPlane(shadow, scene, 1)
  for (let i = 0; i < out.length; i++) out[i] = 255 * shadow[i] * contact.nearness[i] * trust
  return out
}

/** Height up to which a subject stands on the ground, relative to its shorter side: a lamp stands on its foot. */
const standing = 0.25
/** A shadow fades out within this share above that height. */
const fading = 0.08
/** Reach of a shadow as a share of the subject's size; it fades out over the last half. */
const reach = 0.8
const inside = 128
/**
 * Share of the subject's width on the picture's lower edge: up to the first it stands, from the second it is cut off.
 */
const cutOff = { standing: 0.2, cut: 0.5 } as const

/**
 * The standing area (255), each pixel's nearness to it (0 to 1), and whether the subject stands at all (0 to 1). Null
 * without a subject.
 */
function contactOf({ width, height, alpha }: ShadowScene) {
  let [left, right, top, bottom] = [width, -1, -1, -1]
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] < inside) continue
    const x = i % width
    bottom = Math.floor(i / width)
    if (top < 0) top = bottom
    left = Math.min(left, x)
    right = Math.max(right, x)
  }
  if (right < 0) return null
  const shorter = Math.min(right + 1 - left, bottom + 1 - top)
  const from = bottom + 1 - Math.max(1, Math.round(shorter * standing))
  const feet = alpha.map((value, i) => (value >= inside && i >= from * width ? 255 : 0))
  const far = Math.max(4, reach * Math.sqrt((right + 1 - left) * (bottom + 1 - top)))
  const fade = Math.max(1, shorter * fading)
  const nearness = distanceTransform({ width, height, data: feet }, inside, Math.ceil(far)).map(
    (distance, i) => {
      const y = Math.floor(i / width)
      // A shadow on the ground lies beside and below the feet, not beside the head.
      return (1 - ramp(distance, far / 2, far)) * ramp(y, from - fade, from)
    },
  )
  const lowest = alpha.subarray((height - 1) * width)
  const onEdge = lowest.reduce((count, value) => count + Number(value >= inside), 0)
  const trust = 1 - ramp(onEdge / (right + 1 - left), cutOff.standing, cutOff.cut)
  return { feet, nearness, trust }
}

/** Width of the band around the subject where the photo is not trusted, in pixels. */
const edgePixels = 2

/** 1 where the photo certainly shows the ground, and each pixel's distance from the subject, up to `tintedPixels`. */
function knownGround({ width, height, photo, alpha }: ShadowScene) {
  const data = alpha.map((value) => (value > 8 ? 255 : 0))
  const distances = distanceTransform({ width, height, data }, inside, tintedPixels)
  const known = distances.map((distance, i) => Number(distance > edgePixels && photo[i * 4 + 3] === 255))
  return { known, distances }
}

/** Quantisation levels of darkness. */
const levels = 256
/** Factor by which noise may darken a shadow on the way from the subject. */
const slack = 1.3

/**
 * The part of `darkness` reachable from `feet` without getting much lighter: morphological reconstruction (Vincent,
 * IEEE TIP 1993) with a queue per level. Unknown pixels are passable.
 */
function reconstruct(size: Size, feet: Uint8ClampedArray, known: Float32Array, darkness: Float32Array) {
  const { width } = size
  const counts = known.slice()
  blurPlane(counts, size, 1)
  const smooth = smoothOver(darkness, known, size, 1, counts)
  const levelOf = (i: number) => (known[i] ? Math.ceil(smooth[i] * (levels - 1)) : levels - 1)
  const reached = new Uint8Array(feet.length)
  const queues: number[][] = Array.from({ length: levels }, () => [])
  const visit = (i: number, level: number) => {
    if (level <= reached[i]) return
    reached[i] = level
    queues[level].push(i)
  }
  for (let i = 0; i < feet.length; i++) if (feet[i] === 255) visit(i, levels - 1)
  for (let level = levels - 1; level > 0; level--) {
    const queue = queues[level]
    for (let at = 0; at < queue.length; at++) {
      const i = queue[at]
      if (reached[i] > level) continue
      const x = i % width
      if (x > 0) visit(i - 1, Math.min(level, levelOf(i - 1)))
      if (x < width - 1) visit(i + 1, Math.min(level, levelOf(i + 1)))
      if (i >= width) visit(i - width, Math.min(level, levelOf(i - width)))
      if (i + width < feet.length) visit(i + width, Math.min(level, levelOf(i + width)))
    }
  }
  return darkness.map((dark, i) => Math.min(dark, (slack * reached[i]) / (levels - 1)))
}

/**
 * Fills the unknown part of `shadow` from its edge with the mean of filled neighbours: under the subject's edge a
 * shadow is as dark as beside it.
 */
function fillUnknown(shadow: Float32Array, known: Float32Array, { width, height }: Size): void {
  const filled = Uint8Array.from(known)
  let edge = [...filled.keys()].filter((i) => !filled[i])
  for (let ring = 0; ring < 2 * tintedPixels && edge.length > 0; ring++) {
    const values = edge.map((i) => {
      let [sum, count] = [0, 0]
      const [column, row] = [i % width, Math.floor(i / width)]
      for (let y = Math.max(0, row - 1); y < Math.min(height, row + 2); y++)
        for (let x = Math.max(0, column - 1); x < Math.min(width, column + 2); x++) {
          const at = y * width + x
          sum += filled[at] * shadow[at]
          count += filled[at]
        }
      return count > 0 ? sum / count : -1
    })
    edge.forEach((i, index) => {
      shadow[i] = Math.max(0, values[index])
    })
    edge.forEach((i, index) => {
      filled[i] = Number(values[index] >= 0)
    })
    edge = edge.filter((i) => !filled[i])
  }
}

/** A linear ramp from 0 at `from` to 1 at `to`. */
const ramp = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)))
