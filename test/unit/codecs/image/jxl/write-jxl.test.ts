import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withFields } from '#codecs/image/jxl/write.ts'
import { toResolutionExif } from '#codecs/image/resolution-exif.ts'
import { paintCutOut } from '#support/painted-rasters.ts'

const hasDjxl = spawnSync('djxl', ['--version']).status === 0

const wasm = new URL(import.meta.resolve('icodec/jxl-enc.wasm'))

/** A picture as libjxl's encoder gives it in the worker. */
const encode = async ({ data, width, height }: ReturnType<typeof paintCutOut>, lossless: boolean) => {
  const [{ default: createEncoder }, { defaultOptions }] = await Promise.all([
    import(new URL('jxl-enc.js', wasm).href),
    import(new URL('../lib/jxl.js', wasm).href),
  ])
  const encoder = await createEncoder({ wasmBinary: readFileSync(wasm) })
  const options = { ...defaultOptions, bitDepth: 8, lossless, quality: 90, effort: lossless ? 3 : 4 }
  return Uint8Array.from(encoder.encode(data, width, height, options) as Uint8Array)
}

const inFile = async (jxl: Blob): Promise<string> => {
  const file = join(mkdtempSync(join(tmpdir(), 'clearcut-jxl-')), 'picture.jxl')
  writeFileSync(file, new Uint8Array(await jxl.arrayBuffer()))
  return file
}

/** R, G, B and alpha as djxl reads them, in the colour space of the file. */
const decode = async (jxl: Blob): Promise<Uint8Array> => {
  const file = await inFile(jxl)
  execFileSync('djxl', [file, `${file}.pam`], { stdio: 'pipe' })
  const pam = readFileSync(`${file}.pam`)
  return pam.subarray(pam.indexOf('ENDHDR\n') + 7)
}

const off = (one: Uint8Array | Uint8ClampedArray, other: Uint8Array | Uint8ClampedArray) => {
  let [largest, alpha, sum, pixels] = [0, 0, 0, 0]
  for (let at = 0; at < one.length; at += 4) {
    alpha = Math.max(alpha, Math.abs((one[at + 3] ?? 0) - (other[at + 3] ?? 0)))
    if (one[at + 3] !== 255) continue
    const error = Math.max(...[0, 1, 2].map((c) => Math.abs((one[at + c] ?? 0) - (other[at + c] ?? 0))))
    largest = Math.max(largest, error)
    sum += error
    pixels++
  }
  return { largest, alpha, mean: sum / pixels }
}

/** Of each way in which a JPEG XL writes its sides: in steps of 8, as a ratio, with 9 and with 13 bits. */
const sizes = [
  [64, 32],
  [96, 40],
  [300, 200],
  [301, 199],
  [700, 9],
] as const

const [srgb, wide] = [{ colorSpace: 'srgb' }, { colorSpace: 'display-p3' }] as const

describe.skipIf(!hasDjxl)('JPEG XL, read by djxl (skipped without it)', () => {
  test.each(sizes)('a lossless picture of %d x %d pixels is exact', async (width, height) => {
    const picture = paintCutOut(width, height)
    const encoded = await encode(picture, true)
    for (const space of [srgb, wide]) {
      const jxl = withFields(encoded, { ...space, isLossless: true })
      expect(Buffer.from(picture.data).equals(await decode(jxl))).toBe(true)
      const told = execFileSync('jxlinfo', [await inFile(jxl)]).toString()
      expect(told).toContain(space === wide ? 'P3 primaries, sRGB transfer' : 'sRGB primaries, sRGB transfer')
    }
  })

  test('a lossy picture is close, in its colours, with exact alpha', async () => {
    const picture = paintCutOut(600, 400)
    const encoded = await encode(picture, false)
    const read = await decode(withFields(encoded, srgb))
    const { alpha, mean } = off(picture.data, read)
    expect([alpha, mean < 6]).toEqual([0, true])
    // The samples of Display P3 are those that the encoder took for sRGB.
    expect(off(read, await decode(withFields(encoded, wide))).largest).toBeLessThanOrEqual(2)
  })

  test('a print resolution is EXIF of a file in boxes', async () => {
    const picture = paintCutOut(300, 200)
    const encoded = await encode(picture, true)
    const resolution = { x: 300, y: 240 }
    const jxl = withFields(encoded, { ...wide, isLossless: true, resolution })
    expect(Buffer.from(picture.data).equals(await decode(jxl))).toBe(true)
    const bytes = Buffer.from(await jxl.arrayBuffer())
    const exif = Buffer.concat([Buffer.from('Exif\0\0\0\0'), toResolutionExif(resolution)])
    expect(bytes.includes(exif)).toBe(true)
  })
})

test('what is no codestream of libjxl is not written', () => {
  expect(() => withFields(new Uint8Array(100), wide)).toThrow('not known')
})
