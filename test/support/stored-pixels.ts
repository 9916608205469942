import sharp from 'sharp'

/** RGBA of a PNG as it is stored, whatever its profile says of its colours. */
export const storedPixels = async (png: Uint8Array) => {
  const bytes = Buffer.from(png)
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; at < bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (!['iCCP', 'cICP'].includes(bytes.toString('latin1', at + 4, at + 8)))
      parts.push(bytes.subarray(at, end))
    at = end
  }
  const { data, info } = await sharp(Buffer.concat(parts))
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
}
