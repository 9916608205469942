import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePng } from '#codecs/image/png/write.ts'
import { colorProfiles } from '#engine/color/color-profile.ts'

/** As large as a printer's. */
const large = new Uint8Array(150_000)
large.set(colorProfiles['display-p3'])
new DataView(large.buffer).setUint32(0, large.length)

test('a PNG is written with a profile that is given', async () => {
  const raster = { width: 8, height: 6, data: new Uint8ClampedArray(8 * 6 * 4).fill(255) }
  for (const profile of [colorProfiles['display-p3'], large]) {
    const file = await encodePng({ kind: 'colour', raster, opaque: true }, { profile })
    const { icc } = await sharp(await file.bytes(), { failOn: 'warning' }).metadata()
    expect(icc?.toString('latin1')).toBe(Buffer.from(profile).toString('latin1'))
  }
})
