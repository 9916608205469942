import { expect, test } from 'vitest'
import { importedPath, importsOf, sourceFiles } from './source-files.ts'

const imports = sourceFiles('src', 'workers').flatMap((file) =>
  importsOf(file).map(({ from }) => ({ file, to: importedPath(file, from) })),
)

/** The files outside of a feature that import one of its files. */
const importersOf = (folders: readonly string[]): readonly string[] => {
  const isInside = (path: string) => folders.some((folder) => path.startsWith(`${folder}/`))
  const from = imports.filter(({ file, to }) => isInside(to) && !isInside(file)).map(({ file }) => file)
  return [...new Set(from)]
}

/** Whoever takes one of them away deletes its folder and what at most two files say of it. */
const removable: Readonly<Record<string, readonly string[]>> = {
  QOI: ['src/codecs/image/qoi'],
  TGA: ['src/codecs/image/tga'],
  'PBM to PAM': ['src/codecs/image/pnm'],
  'documents of Krita and OpenRaster': ['src/codecs/image/openraster'],
  'raw photos': ['src/codecs/image/raw'],
  OpenEXR: ['src/codecs/image/exr'],
  AVIF: ['src/codecs/image/avif'],
  WebP: ['src/codecs/image/webp'],
  help: ['src/studio/features/help'],
  account: ['src/studio/features/account'],
  'services on other machines': ['src/service/remote'],
  'the API in the tab': ['src/service/api-bridge'],
}

test.each(Object.entries(removable))('%s would go with its folder', (_, folders) => {
  const importers = importersOf(folders)
  expect(importers.length).toBeGreaterThan(0)
  expect(importers.slice(2)).toEqual([])
})

/** How many files import these: more than two. The numbers only fall. */
const entangled: Readonly<
  Record<string, { readonly folders: readonly string[]; readonly importers: number }>
> = {
  PSD: { folders: ['src/codecs/image/psd'], importers: 5 },
  TIFF: { folders: ['src/codecs/image/tiff'], importers: 3 },
  HEIC: { folders: ['src/codecs/image/heif'], importers: 4 },
  'JPEG XL': { folders: ['src/codecs/image/jxl'], importers: 4 },
  recipes: { folders: ['src/studio/features/recipes'], importers: 4 },
  'folder jobs': { folders: ['src/library/batch', 'src/studio/features/batch'], importers: 5 },
}

test.each(Object.entries(entangled))('%s becomes no more entangled', (_, { folders, importers }) => {
  expect(importersOf(folders)).toHaveLength(importers)
})
