import { concatBytes, uint32 } from './byte-arrays.ts'
import { type Box, boxesOf, boxOf } from './rewrite-mp4.ts'

/**
 * Two MP4s of ffmpeg with the same kinds of tracks as one, in which the samples of the second keep their own sample
 * descriptions: so programs join clips that encode nothing. Without edit lists and frames out of order.
 */
export const joinMp4 = async (first: Blob, second: Blob): Promise<Blob> => {
  const [a, b] = await Promise.all(
    [first, second].map(async (file) => boxesOf(new Uint8Array(await file.arrayBuffer()))),
  )
  if (!a || !b) throw new Error('no files')
  const before = a.filter(({ name }) => name !== 'moov').map(({ name, content }) => boxOf(name, content))
  const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0)
  const mediaAt = b
    .slice(
      0,
      b.findIndex(({ name }) => name === 'mdat'),
    )
    .reduce((sum, { content }) => sum + content.length + 8, 0)
  const shift = lengthOf(before) - mediaAt
  const [movie, other] = [boxesOf(contentOf(a, 'moov')), boxesOf(contentOf(b, 'moov'))]
  const traks = other.filter(({ name }) => name === 'trak')
  const merged = movie.map((box) => {
    if (box.name === 'mvhd') return boxOf(box.name, withDuration(box.content, 16))
    const twin = box.name === 'trak' ? traks.shift() : undefined
    return boxOf(box.name, twin ? mergeTracks(box, twin, shift) : box.content)
  })
  return new Blob([
    ...before,
    boxOf('mdat', contentOf(b, 'mdat')),
    boxOf('moov', concatBytes(...merged)),
  ] as Uint8Array<ArrayBuffer>[])
}

const contentOf = (boxes: readonly Box[], wanted: string): Uint8Array => {
  const box = boxes.find(({ name }) => name === wanted)
  if (!box) throw new Error(`no ${wanted}`)
  return box.content
}

/** The length of both clips, which is the double of the first one's; of a header of version 0. */
const withDuration = (head: Uint8Array, at: number): Uint8Array => {
  const copy = head.slice()
  const view = new DataView(copy.buffer)
  view.setUint32(at, view.getUint32(at) * 2)
  return copy
}

const mergeTracks = (a: Box, b: Box, shift: number): Uint8Array => {
  const clockOf = (track: Box) =>
    numbersOf(contentOf(boxesOf(contentOf(boxesOf(track.content), 'mdia')), 'mdhd'))[3] ?? 1
  const scale = clockOf(a) / clockOf(b)
  const inside = (first: Box, second: Box): Uint8Array => {
    const twins = boxesOf(second.content)
    return concatBytes(
      ...boxesOf(first.content)
        .filter(({ name }) => name !== 'edts')
        .map((box) => {
          if (box.name === 'tkhd') return boxOf(box.name, withDuration(box.content, 20))
          if (box.name === 'mdhd') return boxOf(box.name, withDuration(box.content, 16))
          const twin = twins.find(({ name }) => name === box.name)
          if (!twin) return boxOf(box.name, box.content)
          if (['mdia', 'minf'].includes(box.name)) return boxOf(box.name, inside(box, twin))
          return boxOf(box.name, box.name === 'stbl' ? mergeTables(box, twin, shift, scale) : box.content)
        }),
    )
  }
  return inside(a, b)
}

/** The content of a table as numbers: version and flags first. */
const numbersOf = (content: Uint8Array): number[] => {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  return Array.from({ length: content.length >> 2 }, (_, index) => view.getUint32(index * 4))
}

const mergeTables = (first: Box, second: Box, shift: number, scale: number): Uint8Array => {
  const [a, b] = [boxesOf(first.content), boxesOf(second.content)]
  const rest = (boxes: readonly Box[], name: string, skipped: number) =>
    numbersOf(contentOf(boxes, name)).slice(skipped)
  const [samples, chunks] = [rest(a, 'stsz', 3).length, rest(a, 'stco', 2).length]
  const table = (name: string, words: readonly number[], size: number, head: readonly number[] = []) =>
    boxOf(name, Uint8Array.from([0, ...head, words.length / size, ...words].flatMap(uint32)))
  const changed: Record<string, () => Uint8Array> = {
    stsd: () =>
      boxOf(
        'stsd',
        Uint8Array.from([
          ...[0, 2].flatMap(uint32),
          ...contentOf(a, 'stsd').slice(8),
          ...contentOf(b, 'stsd').slice(8),
        ]),
      ),
    stts: () =>
      table(
        'stts',
        [
          ...rest(a, 'stts', 2),
          ...rest(b, 'stts', 2).map((word, at) => (at % 2 ? Math.round(word * scale) : word)),
        ],
        2,
      ),
    stss: () =>
      table('stss', [...rest(a, 'stss', 2), ...rest(b, 'stss', 2).map((word) => word + samples)], 1),
    stsz: () => table('stsz', [...rest(a, 'stsz', 3), ...rest(b, 'stsz', 3)], 1, [0]),
    stco: () => table('stco', [...rest(a, 'stco', 2), ...rest(b, 'stco', 2).map((word) => word + shift)], 1),
    stsc: () =>
      table(
        'stsc',
        [
          ...rest(a, 'stsc', 2),
          ...rest(b, 'stsc', 2).map((word, at) => [word + chunks, word, 2][at % 3] ?? 0),
        ],
        3,
      ),
  }
  return concatBytes(
    ...a
      .filter(({ name }) => !['sgpd', 'sbgp'].includes(name))
      .map(({ name, content }) => changed[name]?.() ?? boxOf(name, content)),
  )
}
