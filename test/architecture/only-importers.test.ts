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

const component = 'a test in Node reads it; its importer is a component'

/** Why these short files stay beside their only importer. */
const reasons: Readonly<Record<string, string>> = {
  'src/codecs/image/heif/loop-filters.ts': 'a test in Node reads it; its importer runs in a browser only',
  'src/codecs/video/ffmpeg/core-internals.ts': 'a test in Node reads it; its importer runs in a worker only',
  'src/engine/clicks/likelihood-weights.ts': 'a script writes it',
  'src/library/batch/batch-report.ts': 'a test in Node reads it; its importer runs in a browser only',
  'src/library/batch/pack-zip.ts': 'its importer has nothing to do with ZIP',
  'src/pipeline/lazy-reader.ts': 'its importer has no lines left',
  'src/studio/composition/head-guide.tsx': 'its importer has no lines left',
  'src/studio/features/image/edit/scale-edits.ts': component,
  'src/studio/features/image/edit/use-lasso-offer.ts': component,
  'src/studio/features/image/result-colors.ts': component,
  'src/studio/features/video/edit/edit-reaches.ts': component,
  'src/studio/composition/background-fault.ts': component,
  'src/studio/keyboard/count-gestures.ts': 'a test reads it; its importer opens all that there is',
}

test(`a short file has two importers or a reason`, () => {
  const short = files.flatMap(({ file, code }) => {
    const [importer, ...others] = importers.get(file) ?? []
    const isShort = code.trimEnd().split('\n').length < minLines
    // What another layer imports is the interface of its own.
    const isBeside = importer !== undefined && others.length === 0 && layerOf(importer) === layerOf(file)
    return isShort && isBeside && !loadedApart.has(file) ? [file] : []
  })
  expect(short.toSorted()).toEqual(Object.keys(reasons).toSorted())
})
