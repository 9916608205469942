import { nameAt } from '#base/byte-names.ts'
import type { ColorSpace } from '#engine/raster.ts'

type Bytes = readonly number[]

const uint32 = (value: number): Bytes => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]
const ascii = (text: string): Bytes => Array.from(text, (letter) => letter.charCodeAt(0))
const zeros = (count: number): Bytes => Array<number>(count).fill(0)

/** s15Fixed16Number. */
const fixed = (...values: readonly number[]): Bytes =>
  values.flatMap((value) => uint32(Math.round(value * 65_536)))

const xyz = (...values: readonly [number, number, number]): Bytes => [
  ...ascii('XYZ '),
  ...zeros(4),
  ...fixed(...values),
]

/** An English text in UTF-16. */
const text = (words: string): Bytes => [
  ...[...ascii('mluc'), ...zeros(4), ...uint32(1), ...uint32(12), ...ascii('enUS')],
  ...[...uint32(words.length * 2), ...uint32(28), ...ascii(words).flatMap((letter) => [0, letter])],
]

/** The white of the profile connection space, D50. */
const white = [0.9642, 1, 0.82491] as const

/** A parametric curve of this type (ICC.1:2004-10, 10.15). */
const curveOf = (type: number, ...parameters: readonly number[]): Bytes => [
  ...[...ascii('para'), ...zeros(4), 0, type, 0, 0],
  ...fixed(...parameters),
]

/** The curve of IEC 61966-2-1: exact, with five parameters. */
const srgbCurve = curveOf(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)

type Column = readonly [x: number, y: number, z: number]

/** The differences between profiles: name, light of red, green and blue, adapted to D50 (Bradford), and curve. */
type Primaries = {
  readonly name: string
  readonly columns: readonly [Column, Column, Column]
  readonly curve?: Bytes
}

const srgb: Primaries = {
  name: 'sRGB',
  columns: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
}

/** SMPTE EG 432-1 with the white point of sRGB (CSS Color 4, 10.4). */
const displayP3: Primaries = {
  name: 'Display P3',
  columns: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
}

const tagsOf = ({
  name,
  columns: [red, green, blue],
  curve = srgbCurve,
}: Primaries): readonly (readonly [name: string, content: Bytes])[] => [
  ['desc', text(name)],
  ['cprt', text('CC0')],
  ['wtpt', xyz(...white)],
  // From D65, the white point of both, to D50 (Bradford).
  [
    'chad',
    [
      ...[...ascii('sf32'), ...zeros(4)],
      ...fixed(1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168),
    ],
  ],
  ['rXYZ', xyz(...red)],
  ['gXYZ', xyz(...green)],
  ['bXYZ', xyz(...blue)],
  ['rTRC', curve],
  ['gTRC', curve],
  ['bTRC', curve],
]

const headerBytes = 128

const makeProfile = (primaries: Primaries): Uint8Array<ArrayBuffer> => {
  const tags = tagsOf(primaries)
  const contents: Bytes[] = []
  const starts = new Map<Bytes, number>()
  let at = headerBytes + 4 + tags.length * 12
  const table = tags.flatMap(([name, content]) => {
    // Equal tags are stored once.
    const start = starts.get(content) ?? at
    if (start === at) {
      const padded = [...content, ...zeros(-content.length & 3)]
      contents.push(padded)
      starts.set(content, start)
      at += padded.length
    }
    return [...ascii(name), ...uint32(start), ...uint32(content.length)]
  })
  const header = [
    ...[...uint32(at), ...zeros(4), ...uint32(0x04200000), ...ascii('mntrRGB XYZ ')],
    // 1 January 2026, constant, so that equal results are equal files.
    ...[0x07, 0xea, 0, 1, 0, 1, ...zeros(6), ...ascii('acsp'), ...zeros(28), ...fixed(...white)],
  ]
  const whole = [...header, ...zeros(headerBytes - header.length), ...uint32(tags.length), ...table]
  return Uint8Array.from([...whole, ...contents.flat()])
}

/** ICC profiles (ICC.1:2004-10) of about 480 bytes, without personal data. */
export const colorProfiles: Readonly<Record<ColorSpace, Uint8Array<ArrayBuffer>>> = {
  srgb: makeProfile(srgb),
  'display-p3': makeProfile(displayP3),
}

/** sRGB's primaries with a plain exponent, as in a PNG with such `gAMA` and `cHRM` chunks. */
export const gammaProfile = makeProfile({ ...srgb, name: 'Gamma 2.2', curve: curveOf(0, 2.2) })

/** The primaries of ITU-R BT.2020 in standard range, with the curve that browsers use for such pictures. */
export const bt2020Profile = makeProfile({
  name: 'BT.2020',
  columns: [
    [0.67349, 0.27904, -0.00194],
    [0.16568, 0.67534, 0.02998],
    [0.12505, 0.04562, 0.79685],
  ],
})

/** Whether a profile is for RGB colours (ICC.1:2004-10, 7.2.6), not for grey or inks. */
export const isOfRgb = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  byteLength > headerBytes && nameAt(new DataView(buffer, byteOffset), 16) === 'RGB '
