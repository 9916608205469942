import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isWiderThanSrgb, profileInHead } from '#codecs/image/profile-in-head.ts'
import { colorProfiles, isOfRgb } from '#engine/color/color-profile.ts'
import { heicOfDisplayP3, heicWithAlpha } from '#support/small-pictures.ts'

const avif = async (profile?: 'p3' | 'srgb') => {
  const made = sharp({ create: { width: 16, height: 16, channels: 3, background: '#3cb45a' } })
  return new Uint8Array(await (profile ? made.withIccProfile(profile) : made).avif({ effort: 0 }).toBuffer())
}

test('a HEIC and an AVIF name their profile', async () => {
  for (const file of [heicOfDisplayP3, await avif('p3')]) {
    const profile = profileInHead(file)
    expect(profile && [isOfRgb(profile), isWiderThanSrgb(profile)]).toEqual([true, true])
    expect(profile?.length).toBe(480)
  }
  const narrow = profileInHead(await avif('srgb'))
  expect(narrow && [isOfRgb(narrow), isWiderThanSrgb(narrow)]).toEqual([true, false])
})

test('numbers of Display P3 stand for its profile', async () => {
  const plain = await avif()
  expect(profileInHead(plain)).toBeNull()
  const box = (primaries: number) => Buffer.from([...Buffer.from('colrnclx'), 0, primaries, 0, 13, 0, 6, 128])
  expect(profileInHead(Buffer.concat([plain, box(1)]))).toBeNull()
  expect(profileInHead(Buffer.concat([plain, box(12)]))).toBe(colorProfiles['display-p3'])
})

test('files without a profile have none, nor damaged ones', () => {
  expect(profileInHead(heicWithAlpha)).toBeNull()
  for (let end = 0; end < heicOfDisplayP3.length; end += 9) {
    const profile = profileInHead(heicOfDisplayP3.subarray(0, end))
    if (profile) isWiderThanSrgb(profile)
  }
})
