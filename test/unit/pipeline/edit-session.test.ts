import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ImageEdits, noEdits } from '#contract/image-edits.ts'
import { type EditSession, openEditSession } from '#pipeline/edit-session.ts'

const size = { width: 700, height: 600 }
const never = new AbortController().signal

/** A photo of noise with the alpha of a subject whose soft edge is not straight. */
const alpha = { ...size, data: new Uint8ClampedArray(size.width * size.height) }
const picture = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) }
for (let i = 0; i < alpha.data.length; i++) {
  const [x, y] = [i % size.width, Math.floor(i / size.width)]
  alpha.data[i] = (300 + 40 * Math.sin(y / 30) - x) * 25 + 128
  picture.data.set([(i * 31) % 251, (i * 17) % 251, (i * 7) % 251, 255], i * 4)
}

const openSession = () => {
  const cutout = { ...size, data: picture.data.slice() }
  for (let i = 0; i < alpha.data.length; i++) cutout.data[i * 4 + 3] = alpha.data[i] ?? 0
  const matte = { ...size, data: Float32Array.from(alpha.data, (value) => value / 255) }
  const features = async () => null
  return openEditSession({ picture, hasAlpha: false, alpha, cutout, matte, subject: null, features })
}

const hashAfter = async (session: EditSession, edits: ImageEdits): Promise<string> => {
  const { raster } = await session.update(edits, never, () => {})
  return createHash('sha256').update(raster.data).digest('hex')
}

test.for([
  { ...noEdits, edgeShift: 3 },
  { ...noEdits, edgeShift: -2.5, feather: 4 },
  { ...noEdits, feather: 9, edgeColors: 0.5 },
])('values look the same with sliders prepared or not: %o', async (edits) => {
  const [prepared, fresh] = [openSession(), openSession()]
  const untouched = await hashAfter(fresh, noEdits)
  await prepared.prepareSliders(never)
  expect(await hashAfter(prepared, noEdits)).toBe(untouched)
  const edited = await hashAfter(prepared, edits)
  expect(edited).not.toBe(untouched)
  expect(edited).toBe(await hashAfter(fresh, edits))
})

test('preparing the sliders stops when it is aborted', async () => {
  const stop = new AbortController()
  const preparing = openSession().prepareSliders(stop.signal)
  stop.abort(new Error('closed'))
  await expect(preparing).rejects.toThrow('closed')
})
