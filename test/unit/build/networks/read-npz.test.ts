import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromHalves } from '#build/networks/half-floats.ts'
import { readNpz } from '#build/networks/read-npz.ts'
import { npy, npz } from '#support/npz.ts'

const int8 = "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 3), }"
const float16 = "{'descr': '<f2', 'fortran_order': False, 'shape': (2,), }"

test('a stored archive gives arrays by name, shape and type', async () => {
  const arrays = readNpz(
    await npz({
      'steps.q.npy': npy(int8, Uint8Array.of(0, 1, 2, 255, 254, 249)),
      'scales.npy': npy(float16, Uint8Array.of(0, 0x3c, 0, 0xc0)),
    }),
  )
  expect([...arrays]).toEqual([
    ['steps.q', { shape: [2, 3], type: 'int8', data: Int8Array.of(0, 1, 2, -1, -2, -7) }],
    ['scales', { shape: [2], type: 'float16', data: Uint16Array.of(0x3c00, 0xc000) }],
  ])
})

test('the shipped differences, deflated, are steps of four bits', () => {
  const arrays = readNpz(readFileSync('src/build/networks/weights/isnet-small-inputs.npz'))
  const steps = arrays.get('conv_in.weight.q')
  const scales = arrays.get('conv_in.weight.s')
  if (steps?.type !== 'int8' || scales?.type !== 'float16') throw new Error('other types')
  expect(steps.shape).toEqual([64, 3, 3, 3])
  expect(Math.max(...steps.data.map(Math.abs))).toBe(7)
  expect(Math.max(...fromHalves(scales.data))).toBeLessThan(0.1)
})

test.for<[what: string, file: () => Uint8Array | Promise<Uint8Array>, message: RegExp]>([
  ['no archive', () => new Uint8Array(1000), /no NPZ file/],
  ['no array', () => npz({ 'a.npy': new Uint8Array(4) }), /array a is no int8/],
  [
    'float64',
    () => npz({ 'a.npy': npy(float16.replace('<f2', '<f8'), new Uint8Array(16)) }),
    /array a is no/,
  ],
  ['Fortran order', () => npz({ 'a.npy': npy(int8.replace('False', 'True'), new Uint8Array(6)) }), /C order/],
  ['too few numbers', () => npz({ 'a.npy': npy(int8, new Uint8Array(5)) }), /array a is cut off/],
  ['another version', () => npz({ 'a.npy': npy(int8, new Uint8Array(6), 2) }), /array a is no/],
])('a file of %s is refused', async ([, file, message]) => {
  const bytes = await file()
  expect(() => readNpz(bytes)).toThrow(message)
})
