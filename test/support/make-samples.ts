import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Point } from '#base/geometry.ts'
import { parseImageOptions } from '#contract/image-options.ts'
import { openImageMatter } from '#matting/image-matter.ts'
import { openImagePipeline } from '#pipeline/remove-image.ts'
import { nodeCodecs } from './node-codecs.ts'
import { openNodeNetworks } from './node-networks.ts'

/**
 * `npm run samples`: makes what the first view shows, and the sample clip, of the sample photos in `public/samples/`.
 */
const folder = 'public/samples'
const fox = join(folder, 'plush-fox.jpg')

/** For screens of one and of two device pixels to one of CSS. */
const thumbnailWidths = [260, 520]

const makeThumbnails = async (picture: string | Buffer, name: string): Promise<void> => {
  for (const width of thumbnailWidths)
    await sharp(picture)
      .resize(width, (width * 3) / 4, { fit: 'cover' })
      .webp({ quality: 72, effort: 6 })
      .toFile(join(folder, `${name}-${width}.webp`))
}

/** The photo and its cut-out, which lie over each other on the first view; the cut-out has at most 20 kB. */
const makeDemonstration = async (): Promise<void> => {
  const networks = openNodeNetworks(1)
  const { removeImage } = openImagePipeline({ ...nodeCodecs, matter: openImageMatter(networks) })
  const { image } = await removeImage(
    {
      id: 'fox',
      image: new Blob([readFileSync(fox)]),
      options: parseImageOptions({ level: 'fine', format: 'png' }),
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  await networks.dispose()
  const width = 720
  await sharp(fox).resize(width).webp({ quality: 66, effort: 6 }).toFile(join(folder, 'plush-fox-photo.webp'))
  await sharp(await image.arrayBuffer())
    .resize(width)
    .webp({ quality: 55, alphaQuality: 30, effort: 6 })
    .toFile(join(folder, 'plush-fox-cutout.webp'))
}

const clip = { width: 640, height: 480, fps: 24, frames: 72 }

/**
 * A part of the fox that turns about a place; the further from its middle, the less. Lengths are shares of the height.
 */
type Part = {
  readonly middle: Point
  readonly radius: number
  readonly about: Point
  /** In radians, at most to either side. */
  readonly turn: number
  /** How often in a clip it goes to and fro. */
  readonly times: number
}

const head: Part = {
  middle: { x: 0.63, y: 0.3 },
  radius: 0.3,
  about: { x: 0.63, y: 0.6 },
  turn: 0.07,
  times: 1,
}
const tail: Part = {
  middle: { x: 0.98, y: 0.6 },
  radius: 0.2,
  about: { x: 0.84, y: 0.86 },
  turn: 0.1,
  times: 3,
}

/** Where a frame takes the pixel of a place from; `phase` runs from 0 to 1. */
const sourceOf = (place: Point, phase: number): Point =>
  [head, tail].reduce(({ x, y }, { middle, radius, about, turn, times }) => {
    const away = Math.hypot(place.x - middle.x, place.y - middle.y) / radius
    const angle = -turn * Math.sin(2 * Math.PI * times * phase) * Math.exp(-(away ** 4))
    const [dx, dy] = [x - about.x, y - about.y]
    return {
      x: about.x + dx * Math.cos(angle) - dy * Math.sin(angle),
      y: about.y + dx * Math.sin(angle) + dy * Math.cos(angle),
    }
  }, place)

/** The fox moves its head and its tail. What is behind them is out of focus, so that nobody sees it move along. */
const makeClip = async (): Promise<void> => {
  const { width, height, fps, frames } = clip
  const photo = await sharp(fox).resize(width).removeAlpha().raw().toBuffer()
  const moving = Buffer.alloc(frames * width * height * 3)
  let to = 0
  for (let frame = 0; frame < frames; frame++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const from = sourceOf({ x: x / height, y: y / height }, frame / frames)
        const left = Math.min(width - 2, Math.max(0, from.x * height))
        const top = Math.min(height - 2, Math.max(0, from.y * height))
        const at = (Math.floor(top) * width + Math.floor(left)) * 3
        const [across, down] = [left % 1, top % 1]
        for (let channel = at; channel < at + 3; channel++) {
          const mix = (here: number) => (photo[here] ?? 0) * (1 - across) + (photo[here + 3] ?? 0) * across
          moving[to++] = Math.round(mix(channel) * (1 - down) + mix(channel + width * 3) * down)
        }
      }
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(fps)]
  const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '30', '-b:v', '0', '-pix_fmt', 'yuv420p', '-g', String(frames)]
  const args = ['-v', 'error', '-y', ...raw, '-i', '-', ...vp9, join(folder, 'plush-fox.webm')]
  execFileSync('ffmpeg', args, { input: moving })
  // Its head to one side, and closer than the photo is shown.
  const frame = moving.subarray((frames / 4) * width * height * 3, (frames / 4 + 1) * width * height * 3)
  const closer = sharp(frame, { raw: { width, height, channels: 3 } }).extract({
    left: 125,
    top: 10,
    width: 440,
    height: 330,
  })
  await makeThumbnails(await closer.png().toBuffer(), 'plush-fox-clip')
}

for (const name of readdirSync(folder).filter((each) => each.endsWith('.jpg') && each !== 'plush-fox.jpg'))
  await makeThumbnails(join(folder, name), name.replace('.jpg', ''))
await makeDemonstration()
await makeClip()
