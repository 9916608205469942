import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePsdUint8Array } from 'ag-psd'
import sharp from 'sharp'
import type { FileKind } from '#contract/file-kinds.ts'
import { fileFormats } from '#contract/result-file.ts'
import { openBenchPage } from './bench-page.ts'
import type { FormatsOrder, FormatsReply } from './formats-in-worker.ts'
import { watchMemory } from './video/resident-memory.ts'

const sizes = [
  { width: 4000, height: 3000 },
  { width: 8000, height: 6000 },
] as const

/** Below the root, where the server of the page finds the files. */
const folder = 'node_modules/.cache/bench-formats'

type Size = (typeof sizes)[number]

/** How each file that is read is made of a PNG; HEIC and JPEG XL by tools of libheif and libjxl. */
const makers: Partial<Record<FileKind, (png: string, file: string, size: Size) => unknown>> = {
  jpeg: (png, file) => sharp(png).jpeg().toFile(file),
  heif: (png, file) => execFileSync('heif-enc', ['-q', '80', png, '-o', file], { stdio: 'ignore' }),
  avif: (png, file) => sharp(png).avif({ effort: 0 }).toFile(file),
  jxl: (png, file) => execFileSync('cjxl', [png, file, '-q', '85', '-e', '3'], { stdio: 'ignore' }),
  tiff: (png, file) => sharp(png).tiff({ compression: 'lzw', predictor: 'horizontal' }).toFile(file),
  psd: async (png, file, size) => {
    const data = new Uint8ClampedArray(await sharp(png).ensureAlpha().raw().toBuffer())
    writeFileSync(file, writePsdUint8Array({ ...size, imageData: { ...size, data } as ImageData }))
  },
}

/**
 * How long the page takes to open a photo of 12 and of 48 megapixels in each format, and to write a result in each, in
 * a real Chromium, and the most that its renderer holds meanwhile. Prints tables. Linux only, for the memory.
 */
export const benchFormats = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const page = await openBenchPage()
  const memory = watchMemory({ startedBy: process.pid })
  const measure = async (order: FormatsOrder): Promise<string> => {
    memory.peaks()
    const { ms, bytes } = await page.ask<FormatsReply>('/test/bench/formats-in-worker.ts', [], order)
    return [(ms / 1000).toFixed(2), (bytes / 1e6).toFixed(1), memory.peaks().renderer].join(' | ')
  }
  try {
    for (const size of sizes) {
      const name = `${(size.width * size.height) / 1e6}`
      const png = join(folder, `${name}.png`)
      await sharp('public/samples/plush-fox.jpg')
        .resize({ ...size, fit: 'fill' })
        .png({ compressionLevel: 1 })
        .toFile(png)
      console.log(
        `\n${name} megapixels\n\n| | seconds | MB of the file | MB held |\n| --- | ---: | ---: | ---: |`,
      )
      for (const [kind, make] of Object.entries(makers)) {
        const file = join(folder, `${name}.${kind}`)
        await make(png, file, size)
        console.log(`| read ${kind} | ${await measure({ url: `/${file}`, read: kind as FileKind })} |`)
      }
      for (const format of [...(Object.keys(fileFormats) as (keyof typeof fileFormats)[]), 'psd' as const])
        console.log(
          `| write ${format} | ${await measure({ url: `/${join(folder, `${name}.jpeg`)}`, write: format })} |`,
        )
    }
  } finally {
    memory.stop()
    await page.close()
  }
}
