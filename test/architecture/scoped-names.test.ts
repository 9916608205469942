import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** Several studios may share an origin; what the browser keeps by origin must have a name of one studio. */
const files = sourceFiles('src', 'workers').map((file) => ({
  file,
  code: readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
}))

/** What opens a store, lock or channel, with the name that it is given. */
const openers =
  /\b(?:openDB(?:<[^(]*>)?|deleteDB|indexedDB\s*\.open|indexedDB\s*\.deleteDatabase|new BroadcastChannel|locks\b[?.()]*\s*\.request|caches\s*\.(?:open|delete|has)|storage\(\)\.open|getDirectory)\(\s*([^,)]*)/g

/** Why these names need no path of `scopedName`. */
const free: Readonly<Record<string, string>> = {
  'src/base/opfs.ts ': 'the root of the origin, in which it opens the folder of this studio',
  'src/channel/worker-liveness.ts lock': 'a name that is made for one worker and never used again',
  'src/service/activity-log/request-locks.ts name': 'scoped by every caller',
  'src/studio/state/background-pictures.ts cacheName': 'scoped where it is defined',
  'workers/offline-cache.ts name': 'one that was found by its path',
  'workers/offline-cache.ts stagingName(base': 'holds the path of the scope of the service worker',
  'workers/offline-cache.ts to': 'holds the path of the scope of the service worker',
}

test('every store, lock and channel has a name that holds the path', () => {
  const opened = files.flatMap(({ file, code }) =>
    [...code.matchAll(openers)].map(([, name = '']) => `${file} ${name}`),
  )
  const scoped = opened.filter((each) => / (scopedName|databaseName)\(/.test(each))
  expect(scoped.length).toBeGreaterThan(5)
  const others = new Set(opened.filter((each) => !scoped.includes(each)))
  expect([...others].sort()).toEqual(Object.keys(free).sort())
})

/** Why these texts are no names of stores, or are scoped by the function that they are given to. */
const otherTexts: Readonly<Record<string, string>> = {
  'src/main.tsx clearcut': 'an object of the page',
  'src/matting/backend-denylist.ts clearcut-devices': 'scoped where it is opened',
  'src/matting/blob-store.ts clearcut-models': 'scoped where it is opened',
  'src/service/activity-log/activity-store.ts clearcut-activity': 'scoped by openTabChannel',
  'src/service/api-bridge/open-api-bridge.ts clearcut-api-bridge/1': 'a protocol',
  'src/service/connection/start-connection.ts clearcut-connection': 'scoped by openTabChannel',
  'src/library/recipe/recipe-file.ts clearcut-recipe': 'a kind of file',
  'src/library/store/batch-database.ts clearcut-batches': 'scoped where it is opened',
  'src/library/store/database.ts clearcut': 'scoped where it is opened',
  'src/library/store/job-store.ts clearcut-jobs': 'scoped by openTabChannel',
  'src/studio/items/save-all.ts clearcut.zip': 'the name of a file',
  'src/studio/features/account/activity-panel.tsx clearcut-work.csv': 'the name of a file',
  'workers/api-bridge-messages.ts clearcut-api-bridge/1': 'a protocol',
  'workers/api-bridge.ts clearcut-api-bridge/1': 'a protocol',
}

test('a text that may be the name of a store is scoped', () => {
  const found = files.flatMap(({ file, code }) =>
    [...code.matchAll(/((?:scopedName|databaseName)\(\s*)?['"`](clearcut(?:[-.][^'"`$]*)?)['"`]/g)]
      .filter(([, scoped]) => scoped === undefined)
      .map(([, , text]) => `${file} ${text}`),
  )
  expect([...new Set(found)].sort()).toEqual(Object.keys(otherTexts).sort())
})
