import { expect, test } from 'vitest'
import type { FileRecord } from '#library/batch/batch-ledger.ts'
import { createOutputNames } from '#library/batch/claim-names.ts'
import { workOnFile } from '#library/batch/work-on-file.ts'
import { defaultRecipe } from '#library/recipe/recipe.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import { hashFile } from '#library/store/file-hashes.ts'
import { inMemoryService } from '#support/in-memory-service.ts'

const settings = { settings: defaultRecipe, clip: defaultVideoRecipe }
const etsy = { recipe: '', path: 'a-etsy.jpg' }
const ebay = { id: 'ebay', name: 'ebay', ...settings, picture: null, names: '{name}-{recipe}' }

const noSource = { isSource: () => false, isInSource: () => false, isListed: () => false, begun: 0 }

test("outputs of other recipes stay in a file's record", async () => {
  const file = new File([Uint8Array.of(0x89), 'PNG\r\n\x1a\n', 'a'], 'a.png', { lastModified: 1 })
  const before: FileRecord = {
    batchId: 'one',
    path: 'a.png',
    run: 'first',
    kind: 'picture',
    state: 'done',
    bytes: file.size,
    modified: 1,
    hash: 'hash',
    fingerprint: 'by amazon',
    seconds: 1,
    doubt: 0,
    error: null,
    jobs: {},
    outputs: [{ recipe: 'amazon', path: 'a-amazon.jpg' }],
    earlier: [{ fingerprint: null, outputs: [etsy] }],
    copy: null,
  }
  const kept: FileRecord[] = []
  const target = {
    find: async () => null,
    accept: async (path: string) => path,
    removeEmpty: async () => {},
    write: async () => true,
  }
  const root = {} as FileSystemDirectoryHandle
  await workOnFile(
    {
      id: 'one',
      run: 'second',
      device: inMemoryService(),
      sourceRoot: root,
      targetRoot: root,
      plan: {
        recipes: [ebay],
        names: '',
        existing: 'number',
        copiesUnprocessed: false,
        watches: false,
        runLocation: 'device',
        creditLimit: null,
      },
      rootName: 'photos',
      begun: new Date(0),
      paid: null,
      target,
      names: createOutputNames({ ...target, ...noSource }),
      hashOf: (_, content) => hashFile(content),
      recordOf: () => before,
      keep: async (...records) => void kept.push(...records),
      fingerprintOf: async () => ({
        fingerprint: 'by ebay',
        asks: new Map(),
        edited: { kind: 'picture', edits: null },
      }),
      inTurn: (work) => work(),
    },
    { path: 'a.png', open: async () => file },
    'picture',
    1,
    { signal: new AbortController().signal },
  )
  expect(kept.at(-1)).toMatchObject({
    state: 'done',
    outputs: [{ recipe: 'ebay', path: 'a-ebay.png' }],
    earlier: [
      { fingerprint: null, outputs: [etsy] },
      { fingerprint: 'by amazon', outputs: [{ recipe: 'amazon', path: 'a-amazon.jpg' }] },
    ],
  })
})
