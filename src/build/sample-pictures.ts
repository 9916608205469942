import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { bottleScene } from './samples/bottle-scene.ts'
import { develop } from './samples/develop.ts'
import { foxScene } from './samples/fox-scene.ts'
import { glassScene } from './samples/glass-scene.ts'
import { plantScene } from './samples/plant-scene.ts'
import { render } from './samples/render.ts'
import type { Scene } from './samples/scene.ts'

/**
 * `npm run samples [name…]`: paints the pictures that the studio offers for a first try into
 * `public/samples`. They are committed; run it again after changing a scene. SIZE=300 paints a quick draft.
 */
const scenes: Readonly<Record<string, Scene>> = {
  'plush-fox': foxScene,
  'dropper-bottle': bottleScene,
  'leafy-plant': plantScene,
  lemonade: glassScene,
}
const width = Number(process.env.SIZE || 1200)
const samplesPerSide = width < 1200 ? 1 : 2
const folder = process.env.OUT || 'public/samples'

mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2)
for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const height = (width * 3) / 4
  const photo = develop(render(scene, width, height, samplesPerSide), width, height)
  const file = join(folder, `${name}.jpg`)
  const { size } = await sharp(photo, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 86, mozjpeg: true })
    .toFile(file)
  console.log(`${file}: ${Math.round(size / 1000)} kB`)
}
