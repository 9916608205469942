import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * `npm run samples`: makes the small pictures of `public/samples/`, at the widths that the first view shows them at, for
 * screens of one and of two device pixels to one of CSS.
 */
const folder = 'public/samples'
const widths = [260, 520]

for (const file of readdirSync(folder).filter((name) => name.endsWith('.jpg')))
  for (const width of widths)
    await sharp(join(folder, file))
      .resize(width, (width * 3) / 4, { fit: 'cover' })
      .webp({ quality: 72, effort: 6 })
      .toFile(join(folder, file.replace('.jpg', `-${width}.webp`)))
