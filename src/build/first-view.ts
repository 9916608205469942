import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The most that a visit may transfer before a file is chosen, compressed. */
export const firstViewLimits = { scriptBytes: 130_000, bytes: 350_000 } as const

type FirstView = {
  /** Boot script, scripts of the page, and the service worker. */
  readonly scriptBytes: number
  readonly bytes: number
  readonly files: readonly { readonly path: string; readonly bytes: number }[]
}

/**
 * The transfer of a built studio's first view, as named by its page: the document, styles, scripts, the typeface,
 * icons, thumbnails at the larger size, the fox, the service worker. Files that hosts compress count with their gzipped
 * size.
 */
export const measureFirstView = (outDir: string): FirstView => {
  const html = readFileSync(join(outDir, 'index.html'), 'utf8')
  const named = [...html.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+)"/g)].map(([, path = '']) =>
    // Works below any base path.
    path.replace(/^.*?(assets\/|[^/]+$)/, '$1'),
  )
  const others = ['config.json', 'service-worker.js', 'index.html']
  const typeface = readdirSync(join(outDir, 'assets'), 'utf8').filter((name) =>
    /latin-wght.*woff2$/.test(name),
  )
  const pictures = readdirSync(join(outDir, 'samples'), 'utf8').filter((name) =>
    /-(520|photo|cutout)\.webp$/.test(name),
  )
  const paths = [
    ...named,
    ...others,
    ...typeface.map((name) => `assets/${name}`),
    ...pictures.map((name) => `samples/${name}`),
  ]
  const files = [...new Set(paths)].map((path) => ({ path, bytes: sentBytes(join(outDir, path)) }))
  const total = (of: typeof files) => of.reduce((sum, { bytes }) => sum + bytes, 0)
  return { files, bytes: total(files), scriptBytes: total(files.filter(({ path }) => path.endsWith('.js'))) }
}

/** The bytes of a file as sent by hosts. */
export const sentBytes = (file: string): number => {
  const content = readFileSync(file)
  return /\.(js|css|html|json|svg|webmanifest)$/.test(file) ? gzipSync(content).length : content.length
}
