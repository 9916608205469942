import { expect, test } from 'vitest'
import { importsOf, sourceFiles } from './source-files.ts'

/** Who may import which layers and which packages, as `.biome.json` says in other words. */
const rules: Readonly<Record<string, { layers: readonly string[]; packages: readonly string[] }>> = {
  'src/base': { layers: [], packages: [] },
  'src/contract': { layers: ['base'], packages: ['valibot'] },
  'src/engine': { layers: ['base', 'contract'], packages: [] },
  'src/codecs': {
    layers: ['base', 'contract', 'engine'],
    packages: [
      '@jsquash/webp',
      'mediabunny',
      '@mediabunny/aac-encoder',
      '@ffmpeg/core',
      'gifenc',
      'client-zip',
      'virtual:ffmpeg-wasm',
    ],
  },
  'src/matting': {
    layers: ['base', 'contract', 'engine'],
    packages: ['onnxruntime-web', 'virtual:model-catalog'],
  },
  'src/pipeline': { layers: ['base', 'contract', 'engine', 'codecs', 'matting'], packages: [] },
  'src/channel': { layers: ['base', 'contract'], packages: ['comlink'] },
  'src/service': { layers: ['base', 'contract', 'channel', 'workers'], packages: ['idb', 'valibot'] },
  'src/studio': {
    layers: ['base', 'contract', 'service'],
    packages: ['react', 'react-dom', '@tanstack/react-query', 'lucide-react', 'client-zip', 'valibot'],
  },
  'src/main.tsx': { layers: ['base', 'service', 'studio'], packages: ['react', 'react-dom'] },
  'workers/service-worker': { layers: ['base', 'contract'], packages: [] },
  workers: { layers: ['base', 'contract', 'channel', 'pipeline'], packages: [] },
}

const rooms = sourceFiles('src', 'workers').filter((file) => !file.startsWith('src/build/'))
const ruleOf = (file: string) => rules[Object.keys(rules).find((folder) => file.startsWith(folder)) ?? '']
const packageOf = (from: string): string => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from
const imports = rooms.flatMap((file) => importsOf(file).map((line) => ({ file, ...line })))

test('every room belongs to a layer', () => {
  expect(rooms.length).toBeGreaterThan(20)
  expect(rooms.filter((file) => !ruleOf(file))).toEqual([])
})

test('a layer imports only from the layers below it', () => {
  const wrong = imports.filter(({ file, from }) => {
    const layer = /^#([a-z]+)\//.exec(from)?.[1]
    return layer !== undefined && layer !== ownLayer(file) && !ruleOf(file)?.layers.includes(layer)
  })
  expect(wrong).toEqual([])
})

test('every package has its owner, and no other layer imports it', () => {
  const wrong = imports.filter(
    ({ file, from }) => !/^[#.]/.test(from) && !ruleOf(file)?.packages.includes(packageOf(from)),
  )
  expect(wrong).toEqual([])
})

test('a room is reached through an alias or from its own folder, never upwards', () => {
  expect(imports.filter(({ from }) => from.startsWith('..'))).toEqual([])
})

test('a service knows a worker by its type alone', () => {
  const wrong = imports.filter(({ from, isType }) => from.startsWith('#workers/') && !isType)
  expect(wrong).toEqual([])
})

test('the studio sees of the service its interface only', () => {
  const wrong = imports.filter(
    ({ file, from }) =>
      file.startsWith('src/studio/') &&
      from.startsWith('#service/') &&
      !['background-service', 'activity', 'connection'].some((room) => from === `#service/${room}.ts`),
  )
  expect(wrong).toEqual([])
})

test('features of the studio never import each other', () => {
  const featureOf = (path: string) => /studio\/features\/([^/]+)/.exec(path)?.[1]
  const wrong = imports.filter(({ file, from }) => {
    const mine = featureOf(file)
    const theirs = featureOf(from)
    return mine && theirs && mine !== theirs
  })
  expect(wrong).toEqual([])
})

const ownLayer = (file: string): string | undefined => /^(?:src\/)?([a-z]+)\//.exec(file)?.[1]
