import { expect, test, vi } from 'vitest'
import { decodeImage } from '#codecs/image/decode-image.ts'
import { isServiceError } from '#contract/service-error.ts'
import { boxesIn, findBox, wholeSpan } from '#formats/iso-boxes.ts'
import { ascii, uint32 } from '#support/byte-arrays.ts'
import { box, zeros } from '#support/make-mp4.ts'
import { mutateBytes } from '#support/mutate-bytes.ts'
import { seededRandom } from '#support/seeded-random.ts'
import {
  heicOfDisplayP3,
  heicOfPq,
  heicPremultiplied,
  heicWithAlpha,
  jxlOfPq,
  jxlPremultiplied,
  jxlWithAlpha,
} from '#support/small-pictures.ts'

type Bytes = Uint8Array<ArrayBuffer>

const uint16 = (value: number) => [value >> 8, value & 255]

/** The settings and the bytes of a coded tile of 64 x 64 pixels. */
const tile = () => {
  const view = new DataView(heicOfDisplayP3.buffer)
  const boxIn = (span: Parameters<typeof findBox>[1], name: string) => {
    const found = findBox(view, span, name)
    if (!found) throw new Error(`no ${name}`)
    return found
  }
  const meta = boxIn(wholeSpan(view), 'meta')
  const ipco = boxIn(boxIn({ ...meta, from: meta.from + 4 }, 'iprp'), 'ipco')
  const settings = [...boxesIn(view, ipco)].find(({ name }) => name === 'hvcC')
  const { from, to } = boxIn(wholeSpan(view), 'mdat')
  return {
    settings: [...heicOfDisplayP3.slice(settings?.at, settings?.to)],
    data: [...heicOfDisplayP3.slice(from, to)],
  }
}

type Claims = {
  readonly kind: 'grid' | 'iovl'
  readonly side: number
  readonly tiles?: number
  readonly turns?: number
  readonly extents?: number
}

/** A HEIC of one tile with a picture made of it, which claims more than there is. */
const claiming = ({ kind, side, tiles = 1, turns = 0, extents = 1 }: Claims): Bytes => {
  const { settings, data } = tile()
  const size = [...uint32(side), ...uint32(side)]
  const derived =
    kind === 'grid' ? [0, 1, ...[0, 0], ...size] : [0, 1, ...zeros(8), ...size, ...zeros(8 * tiles)]
  const item = (id: number, type: string) => box('infe', [2, 0, 0, 0], uint16(id), [0, 0], ascii(`${type}\0`))
  const head = (at: number) => [
    ...box('ftyp', ascii('heic'), uint32(0), ascii('mif1heic')),
    ...box(
      'meta',
      uint32(0),
      box('hdlr', zeros(8), ascii('pict'), zeros(13)),
      box('pitm', uint32(0), uint16(2)),
      box(
        'iloc',
        [1, 0, 0, 0, 0x44, 0, 0, 2],
        [0, 1, 0, 0, 0, 0, ...uint16(extents)],
        Array(extents)
          .fill([...uint32(at), ...uint32(data.length)])
          .flat(),
        [0, 2, 0, 1, 0, 0, 0, 1, ...uint32(0), ...uint32(derived.length)],
      ),
      box('iinf', uint32(0), uint16(2), item(1, 'hvc1'), item(2, kind)),
      box(
        'iprp',
        box(
          'ipco',
          settings,
          box('ispe', uint32(0), uint32(64), uint32(64)),
          box('ispe', uint32(0), size),
          box('irot', [1]),
        ),
        box(
          'ipma',
          uint32(0),
          uint32(2),
          [0, 1, 2, 0x81, 2],
          [0, 2, 1 + turns, 3, ...Array<number>(turns).fill(0x84)],
        ),
      ),
      box('iref', uint32(0), box('dimg', [0, 2], uint16(tiles), Array(tiles).fill([0, 1]).flat())),
      box('idat', derived),
    ),
  ]
  return Uint8Array.from([...head(head(0).length + 8), ...box('mdat', data)])
}

test.each<[string, Claims]>([
  ['a canvas beyond its parts', { kind: 'iovl', side: 14_000 }],
  ['a canvas beyond all memory', { kind: 'iovl', side: 100_000 }],
  ['a grid beyond its tiles', { kind: 'grid', side: 14_000 }],
  ['one tile that is named 60,000 times', { kind: 'grid', side: 14_000, tiles: 60_000 }],
  ['a picture that is turned 120 times', { kind: 'iovl', side: 4000, turns: 120 }],
  ['one piece that is named 60,000 times', { kind: 'grid', side: 64, extents: 60_000 }],
])('a HEIC with %s is refused', async (_, claims) => {
  const read = decodeImage(new Blob([claiming(claims)]), { shrinks: true })
  await expect(read).rejects.toSatisfy(isServiceError)
})

test('the same HEIC without such claims is read', async () => {
  const { raster } = await decodeImage(new Blob([claiming({ kind: 'grid', side: 64 })]))
  expect([raster.width, raster.height]).toEqual([64, 64])
})

/** As a browser that reads neither. */
const withoutOwnDecoders = () => {
  const open = createImageBitmap
  vi.spyOn(globalThis, 'createImageBitmap').mockImplementation(
    (source: ImageBitmapSource, ...more: unknown[]) =>
      source instanceof Blob && source.type !== 'image/png'
        ? Promise.reject(new DOMException('not decoded', 'InvalidStateError'))
        : Reflect.apply(open, globalThis, [source, ...more]),
  )
}

test.each([
  [
    'HEIC',
    60,
    [heicWithAlpha, heicOfDisplayP3, heicOfPq, heicPremultiplied, claiming({ kind: 'iovl', side: 64 })],
  ],
  ['JPEG XL', 24, [jxlWithAlpha, jxlPremultiplied, jxlOfPq]],
] as const)('damaged files of %s are read or refused by errors of the contract', async (_, tries, files) => {
  withoutOwnDecoders()
  const random = seededRandom(41)
  let refused = 0
  for (let index = 0; index < tries; index++) {
    const bytes = mutateBytes(files[index % files.length] ?? new Uint8Array(), random)
    await decodeImage(new Blob([bytes]), { shrinks: true }).catch((cause: unknown) => {
      expect(cause).toSatisfy(isServiceError)
      refused++
    })
  }
  vi.restoreAllMocks()
  expect(refused).toBeGreaterThan(tries / 10)
})
