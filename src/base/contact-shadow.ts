import { blurPlane } from './box-sums.ts'
import { distanceTransform } from './distance-transform.ts'
import { capSide, type Size } from './geometry.ts'

/** A photo, RGBA, and its subject's alpha, one byte a channel; both of the size that `shadowSize` tells. */
export type ShadowScene = Size & { readonly photo: Uint8ClampedArray; readonly alpha: Uint8ClampedArray }

/** The longer side at which shadows are looked for, in pixels: they are soft. */
const shadowSide = 160

/** The size at which `findContactShadow` looks at a picture. */
export const shadowSize = (picture: Size): Size => capSide(picture, shadowSide)

/** A pixel is in shadow where it is darker than the ground by this share, and by so many deviations of the ground. */
const leastDarkness = 0.04
const noiseDeviations = 2.5
const mostNoise = 0.25
/** Differences in a channel's share of the colour up to which a darker pixel is in shadow, and from which it is not. */
const chroma = { same: 0.015, other: 0.04 } as const
/** Luma, 0 to 255, up to which the ground is too dark to show a shadow, and from which it shows one wholly. */
const ground = { dark: 20, lit: 45 } as const

/**
 * The alpha of the shadow that the subject casts on the ground near its lower edge: black with this alpha, over the
 * ground in light, gives the photo. What is darker than the ground, of the same chroma, and connected with the subject
 * is its shadow; under the subject it goes on from around. Zero where there is none.
 */
export function findContactShadow(scene: ShadowScene): Uint8ClampedArray<ArrayBuffer> {
  const { photo, alpha } = scene
  const out = new Uint8ClampedArray(alpha.length)
  const contact = contactOf(scene)
  if (!contact) return out
  const known = knownGround(scene)
  const seen = channelsOf(photo)
  const luma = lumaOf(seen)
  const { lit, litLuma, threshold } = groundInLight(scene, known, seen, luma)
  const darkness = new Float32Array(known.length)
  for (let i = 0; i < known.length; i++) {
    const dark = 1 - luma[i] / Math.max(1, litLuma[i])
    if (known[i] === 0 || dark <= threshold / 2) continue
    darkness[i] =
      dark *
      ramp(dark, threshold / 2, threshold) *
      (1 - ramp(chromaDifference(seen, lit, i), chroma.same, chroma.other)) *
      ramp(litLuma[i], ground.dark, ground.lit)
  }
  const isPassable = (i: number) => !known[i] || darkness[i] >= threshold / 2
  const connected = connectedWith(scene, contact.feet, isPassable)
  const own = darkness.map((dark, i) => dark * connected[i])
  const counts = known.slice()
  blurPlane(counts, scene, edgePixels + 1)
  const under = smoothOver(own, known, scene, edgePixels + 1, counts)
  const shadow = own.map((dark, i) => (known[i] ? dark : under[i]))
  blurPlane(shadow, scene, 0.8)
  for (let i = 0; i < out.length; i++) out[i] = 255 * shadow[i] * contact.nearness[i]
  return out
}

/** The part of the subject's height, from below, that stands on the ground. */
const standing = 0.4
/** How far from it a shadow reaches, as a share of the subject's size; it fades out on the last half. */
const reach = 0.9
const inside = 128

/** Where the subject stands: 255 there, and how near each pixel is to that, 0 to 1. Null without a subject. */
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
  const from = bottom + 1 - Math.max(1, Math.round((bottom + 1 - top) * standing))
  const feet = alpha.map((value, i) => (value >= inside && i >= from * width ? 255 : 0))
  const far = Math.max(4, reach * Math.sqrt((right + 1 - left) * (bottom + 1 - top)))
  const fade = Math.max(1, (bottom + 1 - from) / 2)
  const nearness = distanceTransform({ width, height, data: feet }, inside, Math.ceil(far)).map(
    (distance, i) => {
      const y = Math.floor(i / width)
      // A shadow on the ground lies beside the feet and below them, not beside the head.
      return (1 - ramp(distance, far / 2, far)) * ramp(y, from - fade, from)
    },
  )
  return { feet, nearness }
}

/** How far around the subject the photo is not trusted, in pixels. */
const edgePixels = 2

/** 1 where the photo surely shows the ground. */
function knownGround({ width, height, photo, alpha }: ShadowScene): Float32Array {
  const data = alpha.map((value) => (value > 8 ? 255 : 0))
  const distances = distanceTransform({ width, height, data }, inside, edgePixels + 1)
  return distances.map((distance, i) => Number(distance > edgePixels && photo[i * 4 + 3] === 255))
}

/** Standard deviation of the Gaussian that makes the ground smooth, as a share of the longer side. */
const groundSigma = 0.09
/** How often it is decided anew which pixels are ground in light. */
const rounds = 3
/** What a pixel in shadow counts for the ground in light. */
const shadowWeight = 0.003

/**
 * The ground as it would be without shadow, its luma, and by which share a pixel has to be darker: a smooth mean of the
 * pixels around that are not darker (normalised convolution: Knutsson & Westin, CVPR 1993), which is decided anew with each round
 * (reweighting, as Eilers & Boelens find baselines, 2005).
 */
function groundInLight(scene: ShadowScene, known: Float32Array, seen: Channels, luma: Float32Array) {
  const sigma = groundSigma * Math.max(scene.width, scene.height)
  const ratios = new Float32Array(known.length)
  let lit = seen
  let litLuma = luma
  let weights = known
  let threshold = leastDarkness
  for (let round = 0; round < rounds; round++) {
    const counts = weights.slice()
    blurPlane(counts, scene, sigma)
    lit = seen.map((plane) => smoothOver(plane, weights, scene, sigma, counts))
    litLuma = lumaOf(lit)
    for (let i = 0; i < ratios.length; i++) ratios[i] = luma[i] / Math.max(1, litLuma[i])
    const noise = noiseDeviations * deviation(ratios, weights)
    threshold = Math.max(leastDarkness, Math.min(mostNoise, noise))
    weights = known.slice()
    for (let i = 0; i < ratios.length; i++)
      if (weights[i] > 0 && ratios[i] < 1 - threshold) weights[i] = shadowWeight
  }
  return { lit, litLuma, threshold }
}

const steps = 1000

/** The usual difference from 1 of the values that count wholly: 1.48 times the median of the differences (Hampel 1974). */
function deviation(values: Float32Array, weights: Float32Array): number {
  // Counted in steps: sorting would take as long as all the rest.
  const counts = new Uint32Array(steps + 1)
  let all = 0
  for (let i = 0; i < values.length; i++) {
    if (weights[i] !== 1) continue
    counts[Math.min(steps, Math.round(Math.abs(values[i] - 1) * steps))]++
    all++
  }
  let median = 0
  for (let below = counts[0]; below * 2 < all; below += counts[median]) median++
  return (1.48 * median) / steps
}

/** The Gaussian mean of the values around, each counted by its weight, of which `counts` is the mean; 0 where that is 0. */
function smoothOver(
  values: Float32Array,
  weights: Float32Array,
  size: Size,
  sigma: number,
  counts: Float32Array,
): Float32Array {
  const sums = values.slice()
  for (let i = 0; i < sums.length; i++) sums[i] *= weights[i]
  blurPlane(sums, size, sigma)
  for (let i = 0; i < sums.length; i++) sums[i] = counts[i] > 1e-6 ? sums[i] / counts[i] : 0
  return sums
}

/** 1 where `feet` are, and where they are reached from by steps to the side, up or down. */
function connectedWith({ width }: Size, feet: Uint8ClampedArray, isPassable: (i: number) => boolean) {
  const connected = new Uint8Array(feet.length)
  const found: number[] = []
  const visit = (i: number, isThere: boolean) => {
    if (!isThere || connected[i] || (feet[i] === 0 && !isPassable(i))) return
    connected[i] = 1
    found.push(i)
  }
  for (let i = 0; i < feet.length; i++) visit(i, feet[i] === 255)
  for (let at = 0; at < found.length; at++) {
    const i = found[at]
    visit(i - 1, i % width > 0)
    visit(i + 1, (i + 1) % width > 0)
    visit(i - width, i >= width)
    visit(i + width, i + width < feet.length)
  }
  return connected
}

/** Red, green and blue, 0 to 255. */
type Channels = readonly Float32Array[]

const channelsOf = (pixels: Uint8ClampedArray): Channels =>
  [0, 1, 2].map((channel) => {
    const plane = new Float32Array(pixels.length / 4)
    for (let i = 0; i < plane.length; i++) plane[i] = pixels[i * 4 + channel]
    return plane
  })

/** Luma of Rec. 709. */
function lumaOf([red, green, blue]: Channels): Float32Array {
  const luma = new Float32Array(red.length)
  for (let i = 0; i < luma.length; i++) luma[i] = 0.2126 * red[i] + 0.7152 * green[i] + 0.0722 * blue[i]
  return luma
}

/** The largest difference that a channel's share of the colour has between two pictures. */
function chromaDifference(one: Channels, other: Channels, i: number): number {
  const sum = one[0][i] + one[1][i] + one[2][i] || 1
  const otherSum = other[0][i] + other[1][i] + other[2][i] || 1
  let most = 0
  for (let channel = 0; channel < 3; channel++)
    most = Math.max(most, Math.abs(one[channel][i] / sum - other[channel][i] / otherSum))
  return most
}

/** 0 up to `from`, 1 from `to` on, straight between them. */
const ramp = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (value - from) / (to - from)))
