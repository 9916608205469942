import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const maxLines = 300
const maxColumns = 120
const readAll = (...folders: readonly string[]) =>
  sourceFiles(...folders).map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const files = readAll('src', 'workers')
const tests = readAll('test')

test(`no source file has more than ${maxLines} lines`, () => {
  // A language is one file of texts without any logic.
  const lengths = files
    .filter(({ file }) => !file.startsWith('src/studio/messages/languages/'))
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
  expect(lengths.filter(({ lines }) => lines > maxLines)).toEqual([])
})

test('no comment is wider than a reader takes in', () => {
  // Biome breaks code at 110 columns. Strings, classes and patterns it cannot break.
  const wide = [...files, ...tests].flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => line.length > maxColumns && /^\s*(\/\/|\/?\*)/.test(line) && !line.includes('://'))
      .map((line) => `${file}: ${line}`),
  )
  expect(wide).toEqual([])
})

test('no literal is spread to save lines', () => {
  const spread = [...files, ...tests].filter(({ text }) => /[\s([,{]\.\.\.\{\s/.test(text))
  expect(spread.map(({ file }) => file)).toEqual([])
})

test('every source file is text, which git compares line by line', () => {
  expect(files.filter(({ text }) => text.includes('\0')).map(({ file }) => file)).toEqual([])
})

/** Why these files may have fewer than `minLines` lines. */
const minLines = 20
const shortFiles: Readonly<Record<string, string>> = {
  'src/base/csv.ts': 'reports of two kinds are written by it',
  'src/base/concat-bytes.ts': 'writers of four formats share it',
  'src/library/batch/batch-report.ts': 'a test in Node reads it; its importer runs in a browser only',
  'src/base/scoped-name.ts': 'one name, which every layer uses',
  'src/base/sha256.ts': 'one algorithm, which every layer uses',
  'src/studio/intake/link-fault.ts': 'a script of its own, loaded with the first fault',
  'src/studio/messages/first-messages.ts': 'as messages.ts, without what the first view does not need',
  'src/studio/features/account/account.tsx': 'a script of its own, loaded when the dialog opens',
  'src/studio/features/image/beside/beside-button.tsx': 'the stage and the grid of results share it',
  'src/base/base64.ts': 'API and recipes share it',
  'src/library/recipe/saved-recipe.ts': 'a type that recipes, batches and the page share',
  'src/base/blob-id.ts': 'one map, which library and page share',
  'src/base/speed.ts': 'pictures, clips and batches learn with it',
  'src/base/byte-names.ts': 'readers of many formats share it',
  'src/base/module-store.ts': 'a type that codecs and matting share',
  'src/build/icons.ts': 'a script of its own',
  'src/build/licences.ts': 'a script of its own',
  'src/build/request-path.ts': 'the server and every plugin that serves reads paths by it',
  'src/codecs/image/avif/avif-worker.ts': 'an entry point of a worker only serves',
  'src/codecs/image/webp/webp-worker.ts': 'the entry point of a worker',
  'src/studio/messages/left-out-text.ts': 'pictures and clips say it alike',
  'src/codecs/video/read/read-file-tracks.ts': 'one list of tracks for both containers',
  'src/codecs/video/write/picture-of-frame.ts': 'sequences and moving pictures share it',
  'src/codecs/video/audio/audio-feed.ts': 'a type that the ways to sound share',
  'src/contract/compute-device.ts': 'answers and reasons name it, and reasons are below answers',
  'src/contract/size-presets.ts': 'a table of the API',
  'src/contract/load-part.ts': 'one error, which all that is loaded later shares',
  'src/engine/color/srgb-transfer.ts': 'one curve, which conversions and files of light share',
  'src/matting/matting-call.ts': 'a type that everything with a network shares',
  'src/matting/running-shares.ts': 'a sum that layers and passes share',
  'src/matting/small-frame.ts': 'a type that all steps of matting a clip share',
  'src/library/store/storage-faults.ts': 'one rule, which all stores share',
  'src/studio/messages/failure.ts': 'a type that texts and languages share',
  'src/studio/state/store.ts': 'the hooks of stores, apart from stores since React stays above',
  'workers/image.worker.ts': 'the entry point of a worker',
  'workers/video-matte.worker.ts': 'the entry point of a worker',
  'src/codecs/image/pack-bits.ts': 'one way to unpack for TIFF and PSD',
  'workers/video-render.worker.ts': 'the entry point of a worker',
}

test(`a source file of fewer than ${minLines} lines has a reason`, () => {
  const short = files.filter(({ text }) => text.trimEnd().split('\n').length < minLines)
  expect(short.map(({ file }) => file).sort()).toEqual(Object.keys(shortFiles).sort())
})

test('a file name is in kebab-case and not vague', () => {
  const vague = /^(index|utils?|misc|types?|helpers?|common|shared)\.tsx?$/
  const names = files.map(({ file }) => basename(file))
  expect(
    names.filter((name) => vague.test(name) || !/^[a-z0-9]+(-[a-z0-9]+)*(\.worker)?\.tsx?$/.test(name)),
  ).toEqual([])
})

test('nothing is exported by default', () => {
  expect(files.filter(({ text }) => /^export default\b/m.test(text)).map(({ file }) => file)).toEqual([])
})

test('no file only exports again what others export', () => {
  const barrels = files.filter(({ text }) => /^export (\*|(type )?\{[^}]*\}) from\b/m.test(text))
  expect(barrels.map(({ file }) => file)).toEqual([])
})

test('no error of the compiler is silenced', () => {
  const given = files.filter(({ text }) => /@ts-(ignore|nocheck|expect-error)/.test(text))
  expect(given.map(({ file }) => file)).toEqual([])
})

const listing = spawnSync('git', ['ls-files'], { encoding: 'utf8' })

// Without git, a folder that someone put beside the sources cannot be told from one of the project.
test.skipIf(listing.status !== 0)('the top level has no files but those of the project', () => {
  const known = ['LICENSE', 'README.md', 'docs', 'index.html', 'package-lock.json', 'package.json', 'public']
  known.push('src', 'test', 'tsconfig.json', 'vite.config.ts', 'workers')
  const top = new Set(listing.stdout.split('\n').map((file) => file.split('/')[0] ?? ''))
  expect([...top].filter((name) => name !== '' && !name.startsWith('.')).toSorted()).toEqual(known)
})
