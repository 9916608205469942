import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importedPath, importsOf, sourceFiles } from './source-files.ts'

const minLines = 40
const files = sourceFiles('src', 'workers').map((file) => ({ file, code: readFileSync(file, 'utf8') }))

const importers = new Map<string, Set<string>>()
/** What is loaded later, or as a worker, by its path. */
const loadedApart = new Set<string>()
for (const { file, code } of files) {
  for (const { from } of importsOf(file)) {
    const path = importedPath(file, from)
    importers.set(path, (importers.get(path) ?? new Set()).add(file))
  }
  for (const [, from = ''] of code.matchAll(/\b(?:import|new URL)\(\s*'([^']+)'/g))
    loadedApart.add(importedPath(file, from))
}

const layerOf = (file: string): string => file.split('/').slice(0, 2).join('/')

/** Why these short files stay beside their only importer. */
const reasons: Readonly<Record<string, string>> = {
  'src/codecs/video/ffmpeg/core-internals.ts': 'a test in Node reads it; its importer runs in a worker only',
  'src/codecs/video/read/breaks-off.ts': 'it runs in Node, which its importer does not',
  'src/engine/clicks/likelihood-weights.ts': 'a script writes it',
}

/** Still to be put into their importers. The list may only shrink. */
const open: readonly string[] = [
  'src/pipeline/lazy-reader.ts',
  'src/service/local/item-room.ts',
  'src/studio/app/query-client.ts',
  'src/studio/features/account/service-chip.tsx',
  'src/studio/features/engine/engine-chip.tsx',
  'src/studio/features/engine/kept-space.tsx',
  'src/studio/features/image/edit/changed-share.ts',
  'src/studio/features/image/edit/scale-edits.ts',
  'src/studio/features/image/edit/use-edit-preparation.ts',
  'src/studio/features/image/edit/use-lasso-offer.ts',
  'src/studio/features/image/recipe/background-panel.tsx',
  'src/studio/features/image/recipe/image-settings.tsx',
  'src/studio/features/image/result-colors.ts',
  'src/studio/features/image/viewer/use-settled-edits.ts',
  'src/studio/features/video/edit/doubtful-frames.ts',
  'src/studio/features/video/edit/edit-reaches.ts',
  'src/studio/features/video/edit/use-frame-bitmap.ts',
  'src/studio/features/video/edit/use-pointed-at.ts',
  'src/studio/features/video/export/share-button.tsx',
  'src/studio/features/video/queue/video-news.ts',
  'src/studio/features/video/viewer/edited-frame-layer.tsx',
  'src/studio/features/video/viewer/placed-clip.tsx',
  'src/studio/features/video/viewer/use-subject-now.ts',
  'src/studio/items/use-list-view.ts',
  'src/studio/media/safe-stem.ts',
  'src/studio/queries/activity.ts',
  'src/studio/queries/edit-preparation.ts',
  'src/studio/queries/edited-picture.ts',
  'src/studio/state/background-fault.ts',
]

test(`a short file has two importers or a reason`, () => {
  const short = files.flatMap(({ file, code }) => {
    const [importer, ...others] = importers.get(file) ?? []
    const isShort = code.trimEnd().split('\n').length < minLines
    // What another layer imports is the interface of its own.
    const isBeside = importer !== undefined && others.length === 0 && layerOf(importer) === layerOf(file)
    return isShort && isBeside && !loadedApart.has(file) ? [file] : []
  })
  expect(short.filter((file) => !open.includes(file)).toSorted()).toEqual(Object.keys(reasons).toSorted())
  expect(open.length).toBeLessThanOrEqual(29)
})
