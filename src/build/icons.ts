import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/** `npm run icons`: renders `public/icon.svg`, drawn by hand, at the sizes that systems need. */
const svg = readFileSync('public/icon.svg', 'utf8')

const renderIcon = async (source: string, size: number, file: string): Promise<void> => {
  await sharp(Buffer.from(source), { density: (72 * size) / 24 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`public/${file}`)
}

// Systems that crop icons to a shape need the picture up to the edge.
const full = svg.replace('rx="5.5"', '')
await renderIcon(full, 180, 'icon-180.png')
await renderIcon(svg, 192, 'icon-192.png')
await renderIcon(svg, 512, 'icon-512.png')
await renderIcon(full, 512, 'icon-maskable-512.png')
