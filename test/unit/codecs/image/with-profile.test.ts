import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withProfile } from '#codecs/image/with-profile.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'

const picture = () => sharp({ create: { width: 8, height: 6, channels: 3, background: '#3cb45a' } })
const profileOf = async (file: Blob) =>
  (await sharp(await file.bytes(), { failOn: 'warning' }).metadata()).icc?.toString('latin1')

/** As large as a printer's, which takes several segments of a JPEG. */
const large = new Uint8Array(150_000)
large.set(colorProfiles['display-p3'])
new DataView(large.buffer).setUint32(0, large.length)

test.each(['png', 'jpeg'] as const)('a %s takes a profile in place of its own', async (format) => {
  for (const made of [picture(), picture().withIccProfile('srgb')])
    for (const profile of [colorProfiles['display-p3'], large]) {
      const bytes = await made.clone().toFormat(format).toBuffer()
      const file = new Blob([new Uint8Array(bytes)], { type: `image/${format}` })
      const tagged = await withProfile(file, profile)
      expect(tagged.type).toBe(file.type)
      expect(await profileOf(tagged)).toBe(Buffer.from(profile).toString('latin1'))
    }
})
