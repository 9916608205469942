import { expect, test } from 'vitest'
import { findContactShadow, type ShadowScene, shadowSize } from '#engine/composition/contact-shadow.ts'

const size = shadowSize({ width: 1600, height: 1200 })
const { width, height } = size
const pixels = width * height

type Painted = {
  /** 0 to 255 at a place, before the shadow. */
  readonly groundAt?: (x: number, y: number) => readonly [number, number, number]
  /** Share by which the ground is darker. */
  readonly shadowAt?: (x: number, y: number) => number
  /** What is darker by another light. */
  readonly tint?: readonly [number, number, number]
}

/** A red disc that stands on the ground at (80, 60), of radius 25. */
const isSubject = (x: number, y: number) => Math.hypot(x - 80, y - 60) < 25
/** A soft shadow at its lower right. */
const softShadow = (x: number, y: number) =>
  0.5 * Math.max(0, 1 - Math.hypot((x - 92) / 34, (y - 84) / 14)) ** 0.5

const paint = ({ groundAt = () => [200, 190, 170], shadowAt = () => 0, tint = [1, 1, 1] }: Painted) => {
  const photo = new Uint8ClampedArray(pixels * 4).fill(255)
  const alpha = new Uint8ClampedArray(pixels)
  for (let i = 0; i < pixels; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    alpha[i] = isSubject(x, y) ? 255 : 0
    const ground = groundAt(x, y)
    for (let channel = 0; channel < 3; channel++)
      photo[i * 4 + channel] = isSubject(x, y)
        ? ([180, 30, 30][channel] ?? 0)
        : (ground[channel] ?? 0) * (1 - shadowAt(x, y) * (tint[channel] ?? 1))
  }
  return { ...size, photo, alpha } satisfies ShadowScene
}

/** The mean and the largest difference between the shadow found and the one painted, where no subject is, as shares. */
const errorOf = (scene: ShadowScene, shadowAt: (x: number, y: number) => number) => {
  const found = findContactShadow(scene)
  const differences: number[] = []
  let painted = 0
  for (let i = 0; i < pixels; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    if (Math.hypot(x - 80, y - 60) < 28) continue
    painted += shadowAt(x, y)
    differences.push(Math.abs((found[i] ?? 0) / 255 - shadowAt(x, y)))
  }
  return { ofAll: differences.reduce((sum, each) => sum + each, 0) / painted, most: Math.max(...differences) }
}
const strongest = (scene: ShadowScene) => Math.max(...findContactShadow(scene)) / 255

const grain = (x: number, y: number) => (((x * 73 + y * 151) % 97) / 97 - 0.5) * 12
const wood = (x: number, y: number) => {
  const value = 150 + 30 * (x / width) + 20 * (y / height) + grain(x, y)
  return [value, value * 0.8, value * 0.6] as const
}

test('a shadow of known strength comes back', () => {
  for (const groundAt of [undefined, wood]) {
    const { ofAll, most } = errorOf(
      paint({ ...(groundAt && { groundAt }), shadowAt: softShadow }),
      softShadow,
    )
    expect(ofAll).toBeLessThan(0.25)
    expect(most).toBeLessThan(0.2)
  }
})

test.each([
  ['an even ground', {}],
  ['a ground with grain and a slope', { groundAt: wood }],
  ['a brighter spot', { shadowAt: (x: number, y: number) => -0.3 * softShadow(x, y) }],
  ['a dark thing far away', { shadowAt: (x: number, y: number) => (x < 20 && y > 100 ? 0.6 : 0) }],
  ['a dark spot above the subject', { shadowAt: (x: number, y: number) => softShadow(x, 120 - y) }],
])('%s is no shadow', (_, painted: Painted) => {
  expect(strongest(paint(painted))).toBeLessThan(0.03)
})

test('a coloured stain leaves a tenth of a shadow at most', () => {
  expect(strongest(paint({ shadowAt: softShadow, tint: [0, 1, 1] }))).toBeLessThan(0.1 * 0.6)
})

test('a matte with some of the shadow leaves no bright ring', () => {
  const scene = paint({ shadowAt: softShadow })
  // Alpha reaches three pixels further, and fades out there.
  const wide = scene.alpha.map((_, i) => {
    const distance = Math.hypot((i % width) - 80, Math.floor(i / width) - 60) - 25
    return 255 * Math.max(0, Math.min(1, 1 - distance / 3))
  })
  const found = findContactShadow({ ...scene, alpha: wide })
  // Downwards from the edge of the subject, through the middle of the shadow.
  for (let y = 86; y < 93; y++) {
    const ratio = (found[y * width + 84] ?? 0) / 255 / softShadow(84, y)
    expect(ratio).toBeGreaterThan(0.82)
    expect(ratio).toBeLessThan(1.18)
  }
})

test('a dark line behind the subject is no shadow', () => {
  const line = (_: number, y: number) => (Math.abs(y - 60) < 4 ? 0.3 : 0)
  expect(strongest(paint({ shadowAt: line }))).toBeLessThan(0.03)
})

test.each([
  ['a subject that the lower edge cuts off', (y: number) => y - 34],
  ['a ground as busy as grass', null],
])('%s has no contact shadow', (_, moved) => {
  if (moved) {
    const photo = paint({})
    const cut = { ...photo, alpha: photo.alpha.map((_, i) => photo.alpha[Math.max(0, i - 40 * width)] ?? 0) }
    const dark = cut.photo.map((value, i) => (i > 90 * width * 4 && i % 4 < 3 ? value * 0.7 : value))
    return expect(strongest({ ...cut, photo: dark })).toBeLessThan(0.03)
  }
  const grass = (x: number, y: number) => {
    const value = 90 + 80 * (((x * 73 + y * 151) % 97) / 97)
    return [value * 0.5, value, value * 0.3] as const
  }
  expect(strongest(paint({ groundAt: grass }))).toBeLessThan(0.03)
})

test('without a subject, and on black, there is no shadow', () => {
  const scene = paint({ shadowAt: softShadow })
  expect(strongest({ ...scene, alpha: new Uint8ClampedArray(pixels) })).toBe(0)
  expect(strongest(paint({ groundAt: () => [12, 12, 12], shadowAt: softShadow }))).toBe(0)
})
