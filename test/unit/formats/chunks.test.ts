import { expect, test } from 'vitest'
import { pngChunks, pngFileChunks, riffChunks, riffFileChunks } from '#formats/chunks.ts'
import { ascii, concatBytes, uint32 } from '#support/byte-arrays.ts'
import { pngChunk, pngSignatureBytes, riffChunk } from '#support/image-files.ts'

type Bytes = Uint8Array<ArrayBuffer>

const png = (...chunks: readonly ArrayLike<number>[]) => concatBytes(pngSignatureBytes, ...chunks)
const webp = (...chunks: readonly ArrayLike<number>[]) =>
  concatBytes(ascii('RIFF'), uint32(0), ascii('WEBP'), ...chunks)

/** By both walks: over bytes, and over a file. */
const namesIn = async (kind: 'png' | 'webp', bytes: Bytes) => {
  const [walk, walkFile] = kind === 'png' ? [pngChunks, pngFileChunks] : [riffChunks, riffFileChunks]
  const names = [...walk(new DataView(bytes.buffer))].map(({ name }) => name)
  const inFile: string[] = []
  for await (const { name } of walkFile(new Blob([bytes]))) inFile.push(name)
  expect(inFile).toEqual(names)
  return names
}

test('a length that lies ends the walk behind its chunk', async () => {
  const [longest, whole] = [
    [0xff, 0xff, 0xff, 0xff],
    [1, 2, 3],
  ]
  expect(await namesIn('png', png(pngChunk('tEXt', whole), longest, ascii('IDAT'), whole, [0]))).toEqual([
    'tEXt',
    'IDAT',
  ])
  expect(await namesIn('webp', webp(riffChunk('ALPH', whole), ascii('VP8 '), longest))).toEqual([
    'ALPH',
    'VP8 ',
  ])
})

test('chunks of no length are walked to the end of the file', async () => {
  const none = Array.from({ length: 9 }, () => pngChunk('tEXt', []))
  expect(await namesIn('png', png(...none))).toHaveLength(9)
  expect(await namesIn('webp', webp(...none.map(() => riffChunk('ALPH', []))))).toHaveLength(9)
})

test('nothing behind the last chunk of a PNG belongs to it', async () => {
  const end = pngChunk('IEND', [])
  expect(await namesIn('png', png(end, pngChunk('tEXt', [1]), end))).toEqual(['IEND'])
})

test('a head that is cut off is no chunk', async () => {
  expect(await namesIn('png', png(uint32(0), ascii('IEND'), [0, 0]))).toEqual([])
  expect(await namesIn('webp', webp(ascii('VP8 '), [0, 0, 0]))).toEqual([])
})

test('a chunk of a file that is cut off says so', async () => {
  const wholes: boolean[] = []
  const file = webp(riffChunk('ALPH', [1, 2]), riffChunk('VP8 ', [1, 2, 3, 4]))
  for await (const { isWhole } of riffFileChunks(new Blob([file.slice(0, -1)]))) wholes.push(isWhole)
  expect(wholes).toEqual([true, false])
})
