import { colorProfiles } from '#engine/color/color-profile.ts'

/** The profile of Display P3 with other primaries and a gamma. */
const profileWith = (columns: readonly (readonly number[])[], gamma: number) => {
  const profile = Buffer.from(colorProfiles['display-p3'])
  const at = (tag: string) => profile.readUInt32BE(profile.indexOf(tag, 128) + 4)
  for (const [index, tag] of ['rXYZ', 'gXYZ', 'bXYZ'].entries())
    for (const [axis, value] of (columns[index] ?? []).entries())
      profile.writeInt32BE(Math.round(value * 65_536), at(tag) + 8 + axis * 4)
  // A curve of one parameter.
  profile.writeUInt16BE(0, at('rTRC') + 8)
  profile.writeInt32BE(Math.round(gamma * 65_536), at('rTRC') + 12)
  return profile
}

/** A profile of Adobe RGB (1998), 4.3.1.1 and 4.3.4.2, adapted to D50. */
export const adobeRgb = profileWith(
  [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
  563 / 256,
)

/** A profile of ProPhoto RGB (ISO 22028-2), without the straight part of its curve, as most have it. */
export const proPhotoRgb = profileWith(
  [
    [0.79767, 0.28804, 0],
    [0.13519, 0.71188, 0],
    [0.03135, 0.00009, 0.82491],
  ],
  1.8,
)
