import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readHeifBoxes } from '#codecs/image/heif/heif-boxes.ts'
import { isWiderThanSrgb, plainProfile } from '#codecs/image/plain-profile.ts'
import { colorProfiles, isOfRgb } from '#engine/color/color-profile.ts'
import { ascii } from '#support/byte-arrays.ts'
import { withRoom } from '#support/heif-room.ts'
import { heicOfDisplayP3, heicWithAlpha } from '#support/small-pictures.ts'

const avif = async (profile?: 'p3' | 'srgb') => {
  const made = sharp({ create: { width: 16, height: 16, channels: 3, background: '#3cb45a' } })
  return new Uint8Array(await (profile ? made.withIccProfile(profile) : made).avif({ effort: 0 }).toBuffer())
}

test('a HEIC and an AVIF name their profile', async () => {
  for (const file of [heicOfDisplayP3, await avif('p3')]) {
    const profile = plainProfile(file)
    expect(profile && [isOfRgb(profile), isWiderThanSrgb(profile)]).toEqual([true, true])
    expect(profile?.length).toBe(480)
  }
  const narrow = plainProfile(await avif('srgb'))
  expect(narrow && [isOfRgb(narrow), isWiderThanSrgb(narrow)]).toEqual([true, false])
})

test('numbers of Display P3 stand for its profile', async () => {
  expect(plainProfile(await avif())).toBeNull()
  const file = await avif('p3')
  const numbers = new TextDecoder('latin1').decode(file).indexOf('colrrICC') + 4
  file.set([...ascii('nclx'), 0, 1, 0, 13, 0, 6, 128], numbers)
  expect(plainProfile(file)).toBeNull()
  file[numbers + 5] = 12
  expect(plainProfile(file)).toBe(colorProfiles['display-p3'])
})

test('a profile says that its colours are PQ', async () => {
  const file = await avif('p3')
  const text = new TextDecoder('latin1').decode(file)
  const profile = text.indexOf('colrrICC') + 8
  // One more tag in place of the rights.
  const tag = text.indexOf('cprt', profile)
  file.set(ascii('cicp'), tag)
  const at = profile + new DataView(file.buffer).getUint32(tag + 4)
  file.set([...ascii('cicp'), 0, 0, 0, 0, 12, 16, 0, 1], at)
  expect(readHeifBoxes(new DataView(file.buffer)).hdr).toEqual({ transfer: 'pq', isDisplayP3: true })
  file[at + 9] = 13
  expect(readHeifBoxes(new DataView(file.buffer)).hdr).toBeNull()
})

test('a profile is found behind 64 kB', async () => {
  const tiff = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#3cb45a' } })
    .withIccProfile('p3')
    .tiff({ compression: 'none' })
    .toBuffer()
  for (const file of [withRoom(heicOfDisplayP3), withRoom(await avif('p3')), Uint8Array.from(tiff)])
    expect(plainProfile(file)).toEqual(plainProfile(heicOfDisplayP3))
})

test('files without a profile have none, nor damaged ones', () => {
  expect(plainProfile(heicWithAlpha)).toBeNull()
  for (let end = 0; end < heicOfDisplayP3.length; end += 9) {
    const profile = plainProfile(heicOfDisplayP3.subarray(0, end))
    if (profile) isWiderThanSrgb(profile)
  }
})
