import { expect, test } from 'vitest'
import { canHash, sha256, sha256Hex, toHex } from '#base/sha256.ts'

test('the digest of "abc" is that of FIPS 180-4', async () => {
  const abc = new TextEncoder().encode('abc')
  expect(canHash()).toBe(true)
  expect(await sha256Hex(abc)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(toHex(await sha256(abc))).toBe(await sha256Hex(abc))
})

test('every byte is written with two digits', () => {
  expect(toHex(Uint8Array.of(0, 10, 255).buffer)).toBe('000aff')
})
