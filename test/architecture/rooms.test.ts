import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const longestRoom = 250
const rooms = sourceFiles('src', 'workers').map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test(`no room is longer than ${longestRoom} lines`, () => {
  // A language is one file of texts without any logic.
  const lengths = rooms
    .filter(({ file }) => !file.startsWith('src/studio/messages/languages/'))
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
  expect(lengths.filter(({ lines }) => lines > longestRoom)).toEqual([])
})

test('a room is named for its one thing, in kebab-case', () => {
  const vague = /^(index|utils?|misc|types?|helpers?|common|shared)\.tsx?$/
  const names = rooms.map(({ file }) => basename(file))
  expect(
    names.filter((name) => vague.test(name) || !/^[a-z0-9]+(-[a-z0-9]+)*(\.worker)?\.tsx?$/.test(name)),
  ).toEqual([])
})

test('nothing is exported by default', () => {
  expect(rooms.filter(({ text }) => /^export default\b/m.test(text)).map(({ file }) => file)).toEqual([])
})

test('no room only passes on what others export', () => {
  const barrels = rooms.filter(({ text }) => /^export (\*|(type )?\{[^}]*\}) from\b/m.test(text))
  expect(barrels.map(({ file }) => file)).toEqual([])
})

test('no error of the compiler is silenced', () => {
  const given = rooms.filter(({ text }) => /@ts-(ignore|nocheck|expect-error)/.test(text))
  expect(given.map(({ file }) => file)).toEqual([])
})
