import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { FileKind } from '#contract/file-kinds.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { OpenPicture } from '#studio/media/open-picture.ts'
import { preparationNote, preparePicture } from '#studio/media/prepare-picture.ts'
import { ascii, uint32 } from '#support/byte-arrays.ts'
import { box } from '#support/make-mp4.ts'

const heads = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0],
  png: [0x89, 0x50, 0x4e, 0x47],
  avif: [0, 0, 0, 28, ...Buffer.from('ftypavif')],
  heif: [0, 0, 0, 28, ...Buffer.from('ftypheic')],
  tiff: [...Buffer.from('II*\0')],
  pdf: [...Buffer.from('%PDF-1.7')],
} as const

/** A file of `bytes` bytes that looks like its kind. */
const picture = (kind: keyof typeof heads, bytes = 64, size = { width: 40, height: 30 }) => {
  const data = new Uint8Array(bytes)
  data.set(heads[kind])
  return { file: new Blob([data]), name: `holiday.${kind}`, size, fileKind: kind }
}

/** A decoder whose encoder writes `bytesPerPixel` of each type, and records what it wrote. */
const decoder = (width: number, height: number, bytesPerPixel: Readonly<Record<string, number>>) => {
  const written: string[] = []
  let open = 0
  const decode = async (): Promise<OpenPicture> => {
    open += 1
    return {
      width,
      height,
      write: async (type, w, h) => {
        written.push(`${type} ${w}x${h}`)
        return new Blob([new Uint8Array(Math.round(w * h * (bytesPerPixel[type] ?? 1)))], { type })
      },
      close: () => {
        open -= 1
      },
    }
  }
  return { decode, written, isClosed: () => open === 0 }
}

const refuse = () => Promise.reject(new Error('not decodable'))

test('a picture that services accept is sent unchanged, with its name', async () => {
  const { file, ...rest } = picture('jpeg')
  const ready = await preparePicture({ file, ...rest }, undefined, refuse)
  expect(ready.note).toBeNull()
  expect(ready.file.name).toBe('holiday.jpeg')
  expect(await ready.file.bytes()).toEqual(await new Response(file).bytes())
})

test('a picture whose colours the browser made sRGB says so', async () => {
  const { decode } = decoder(40, 30, { 'image/png': 4 })
  const open = async () => ({ ...(await decode()), isMadeSrgb: true, isFirstOfMany: true })
  const { note } = await preparePicture(picture('avif'), undefined, open)
  expect(note).toMatch(/5 kB\. Its colours were made sRGB\. The file holds several pictures/)
})

test('an AVIF becomes a PNG of the same size, with a note', async () => {
  const { decode, written, isClosed } = decoder(40, 30, { 'image/png': 4 })
  expect(preparationNote('avif', 64, null)).toContain('AVIF is converted on this device first')
  const ready = await preparePicture(picture('avif'), undefined, decode)
  expect(written).toEqual(['image/png 40x30'])
  expect([ready.file.name, ready.file.type]).toEqual(['holiday.png', 'image/png'])
  expect(ready.note).toBe('Converted from AVIF to PNG first: 64 B to 5 kB')
  expect(isClosed()).toBe(true)
})

test('a HEIC photo becomes a JPEG', async () => {
  const { decode } = decoder(40, 30, { 'image/jpeg': 1 })
  const ready = await preparePicture(picture('heif'), undefined, decode)
  expect(ready.file.name).toBe('holiday.jpg')
})

test('an opaque TIFF becomes a PNG, or a JPEG if large', async () => {
  const converted = async (width: number, height: number, bytesPerPixel: number) => {
    const { decode, written } = decoder(width, height, { 'image/png': bytesPerPixel, 'image/jpeg': 0.3 })
    await preparePicture(picture('tiff'), undefined, async () => ({ ...(await decode()), hasAlpha: false }))
    return written
  }
  expect(await converted(4000, 3000, 1.5)).toEqual(['image/png 4000x3000'])
  expect(await converted(4000, 3000, 2)).toEqual(['image/png 4000x3000', 'image/jpeg 4000x3000'])
  expect(await converted(6000, 4000, 1)).toEqual(['image/jpeg 6000x4000'])
})

test('a HEIC photo that this browser cannot read is refused', async () => {
  await expect(preparePicture(picture('heif'), undefined, refuse)).rejects.toMatchObject({
    code: 'validation_error',
    details: { image_file: [expect.stringContaining('cannot read HEIC')] },
  })
})

test('only a picture of more than 20 MB is encoded again (D-5)', async () => {
  expect(preparationNote('jpeg', 20_000_000, null)).toBeNull()
  expect(preparationNote('jpeg', 20_000_001, null)).not.toBeNull()
  const { decode, written } = decoder(5000, 4000, { 'image/jpeg': 0.5 })
  const ready = await preparePicture(picture('jpeg', 20_000_001), undefined, decode)
  expect(written).toEqual(['image/jpeg 5000x4000'])
  expect(ready.note).toBe('Made smaller first: 20 MB to 10 MB')
})

test('a picture that stays too large loses pixels until it fits', async () => {
  const { decode, written } = decoder(8000, 6000, { 'image/webp': 1 })
  const ready = await preparePicture(picture('png', 30_000_000), undefined, decode)
  expect(ready.file.size).toBeLessThanOrEqual(20_000_000)
  expect(written).toEqual(['image/webp 8000x6000', 'image/webp 4905x3679'])
  expect(ready.note).toBe('Made smaller first: 30 MB to 18 MB, 8000 × 6000 to 4905 × 3679')
})

test('a picture of more than 100 megapixels is made smaller (D-7)', async () => {
  const size = { width: 20_000, height: 10_000 }
  const { decode } = decoder(size.width, size.height, { 'image/png': 0.01 })
  const ready = await preparePicture(picture('png', 64, size), undefined, decode)
  expect(ready.note).toContain('20000 × 10000 to 14142 × 7071')
})

test('a picture that cannot be made small enough is refused', async () => {
  const { decode, written, isClosed } = decoder(100, 100, { 'image/webp': 1e9 / 1e4 })
  const stubborn = async () => ({
    ...(await decode()),
    write: async (type: string) => {
      written.push(type)
      return new Blob([new Uint8Array(20_000_001)], { type })
    },
  })
  await expect(preparePicture(picture('png', 20_000_001), undefined, stubborn)).rejects.toMatchObject({
    code: 'image_too_large',
  })
  expect(written.length).toBeLessThan(9)
  expect(isClosed()).toBe(true)
})

test('a kind that neither services nor browsers read is refused', async () => {
  expect(preparationNote('jp2', 64, null)).toBeNull()
  await expect(
    preparePicture({ ...picture('pdf'), fileKind: 'jp2' }, undefined, refuse),
  ).rejects.toMatchObject({
    code: 'validation_error',
    details: { image_file: [expect.stringContaining('a picture in JPEG 2000')] },
  })
})

test('a raw photo gives its preview as it is, and says so', async () => {
  const jpeg = Uint8Array.from(
    await sharp({ create: { width: 80, height: 60, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer(),
  )
  const raf = new Uint8Array(200 + jpeg.length)
  raf.set(jpeg, 200)
  new DataView(raf.buffer).setUint32(84, 200)
  new DataView(raf.buffer).setUint32(88, jpeg.length)
  expect(preparationNote('raf', 64, null)).toContain('the preview that the camera wrote into it')
  const raw = { file: new Blob([raf]), name: 'DSCF1.RAF', size: null, fileKind: 'raf' } as const
  const { file, note } = await preparePicture(raw, undefined, refuse)
  expect([file.name, note]).toEqual(['DSCF1.jpg', "The camera's preview in this Fujifilm RAF, 80 × 60"])
  expect(await file.bytes()).toEqual(jpeg)
})

test('a raw photo without a preview is refused with what to do', async () => {
  const raw = { ...picture('pdf'), fileKind: 'cr3' } as const
  await expect(preparePicture(raw, undefined, refuse)).rejects.toMatchObject({
    reason: 'raw_without_preview',
    details: { image_file: [expect.stringContaining("a camera's raw photo (Canon CR3)")] },
  })
})

test('a file of no known kind is left to the service', async () => {
  const unknown = { ...picture('pdf'), fileKind: 'unknown' } as const
  expect((await preparePicture(unknown, undefined, refuse)).note).toBeNull()
})

test('an abort stops the preparation between two encodings', async () => {
  const abort = new AbortController()
  const { decode, isClosed } = decoder(100, 100, { 'image/jpeg': 1e6 })
  abort.abort()
  await expect(preparePicture(picture('heif'), abort.signal, decode)).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(isClosed()).toBe(true)
})

test('a decoder that did not load is no fault of the picture', async () => {
  const notLoaded = new ServiceError('internal_server_error', { reason: 'worker_not_loaded' })
  const open = () => Promise.reject(notLoaded)
  await expect(preparePicture(picture('heif'), undefined, open)).rejects.toBe(notLoaded)
})

test('pixels that no browser unpacks are refused by the head', async () => {
  const little = (...words: readonly number[]) => words.flatMap((word) => [word & 255, word >> 8])
  const size = uint32(20_000)
  const properties = box(
    'iprp',
    box('ipco', box('ispe', uint32(0), uint32(64), uint32(64)), box('ispe', uint32(0), size, size)),
  )
  const files = {
    // Its rows go down.
    bmp: [...ascii('BM'), ...little(...Array(6).fill(0), 40, 0, 20_000, 0, 0x1_0000 - 20_001, 0xffff)],
    // A palette and an extension stand before the first frame, which reaches beyond the screen.
    gif: [
      ...[...ascii('GIF89a'), ...little(9, 9, 0x80), ...ascii('\0colour!\xf9\x01\t\0,')],
      ...[...little(1, 0, 20_000, 20_000), 0],
    ],
    avif: [...box('ftyp', ascii('avif')), ...box('meta', uint32(0), properties)],
  }
  for (const [kind, bytes] of Object.entries(files)) {
    const file = {
      file: new Blob([Uint8Array.from(bytes)]),
      name: 'a',
      size: null,
      fileKind: kind as FileKind,
    }
    await expect(preparePicture(file, undefined, refuse)).rejects.toMatchObject({
      code: 'image_too_large',
      params: { kind, width: kind === 'gif' ? 20_001 : 20_000, height: kind === 'bmp' ? 20_001 : 20_000 },
    })
    // Of a head that breaks off nothing is claimed.
    const cut = { ...file, file: file.file.slice(0, 9) }
    await expect(preparePicture(cut, undefined, refuse)).rejects.toMatchObject({
      reason: 'image_kind_unconvertible',
    })
  }
})

test('a PNG of too many pixels says how many it has', async () => {
  const sides = box('IHDR', uint32(40_000), uint32(30_000), uint32(0), uint32(0), uint32(0))
  const head = [...heads.png, ...ascii('\r\n\x1a\n'), ...sides]
  const file = {
    file: new Blob([Uint8Array.from(head)]),
    name: 'a.png',
    size: null,
    fileKind: 'png',
  } as const
  await expect(preparePicture(file, undefined, refuse)).rejects.toMatchObject({
    code: 'image_too_large',
    message: expect.stringMatching(/PNG\. It has 40000 x 30000 pixels.* Save a smaller copy\.$/),
  })
})
