import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mediaOf } from '#contract/file-kinds.ts'
import { sniff, sniffBytes } from '#contract/sniff.ts'

/** Real files, which are not part of the repository. */
const samples = '../shared/samples'
const folders = ['formats', 'odd', 'reported'].filter((folder) => existsSync(`${samples}/${folder}`))
const files = folders.flatMap((folder) =>
  readdirSync(`${samples}/${folder}`)
    .filter((name) => !name.endsWith('.tsv'))
    .map((name) => `${folder}/${name}`),
)

const kindOf = (file: string) => {
  const head = new Uint8Array(sniffBytes)
  const opened = openSync(`${samples}/${file}`, 'r')
  const length = readSync(opened, head)
  closeSync(opened)
  return sniff(head.subarray(0, length))
}

/** What their bytes are where their names say otherwise, or nothing is left of them. */
const others: Readonly<Record<string, string>> = {
  'odd/renamed-but-valid__jpeg-named.png': 'jpeg',
  'odd/renamed-but-valid__png-named.jpg': 'png',
  'odd/renamed__html-renamed.jpg': 'unknown',
  'odd/renamed__text-renamed.mp4': 'unknown',
  // Their signature is damaged.
  'odd/png-corrupt__xcrn0g04.png': 'unknown',
  'odd/png-corrupt__xs1n0g01.png': 'unknown',
  'odd/png-corrupt__xs4n0g01.png': 'unknown',
  'odd/png-corrupt__xs7n0g01.png': 'unknown',
  'odd/video-audio-only__mp3-renamed.mp4': 'unknown',
  'odd/zero-bytes__empty.jpg': 'empty',
  'odd/zero-bytes__zero.mp4': 'empty',
  'formats/avif32.heif': 'avif',
  'formats/github_15.heic': 'unknown',
  // A raw photo of Hasselblad, which is not told from other TIFF files yet.
  'reported/x.3fr': 'tiff',
}

const byExtension: Readonly<Record<string, string>> = {
  jpg: 'jpeg',
  heic: 'heif',
  tif: 'tiff',
  '3gp': 'mp4',
  ts: 'mts',
}

test.skipIf(files.length === 0)('real files are what their makers call them', () => {
  const found = files.map((file) => [file, kindOf(file)])
  const expected = files.map((file) => {
    const extension = file.split('.').at(-1)?.toLowerCase() ?? ''
    return [file, others[file] ?? byExtension[extension] ?? extension]
  })
  expect(found).toEqual(expected)
})

test.skipIf(!folders.includes('formats'))('no picture of a camera is taken for a clip', () => {
  const clips = files.filter((file) => file.startsWith('formats/') && mediaOf(kindOf(file)) === 'video')
  expect(clips).toEqual([])
})
