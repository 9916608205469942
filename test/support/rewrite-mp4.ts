import { concatBytes, uint32 } from './byte-arrays.ts'

/** An entry of an edit list: how long it lasts, and where in the media it starts, in seconds; null is an empty edit. */
export type EditListEntry = { readonly lasting: number; readonly from: number | null }

export type Box = { readonly name: string; readonly content: Uint8Array }

/** Gives an MP4 or MOV other edit lists; its `moov` must come last, so that no offset changes. */
export const withEditLists = async (video: Blob, edits: readonly EditListEntry[]): Promise<Blob> => {
  const parts = boxesOf(new Uint8Array(await video.arrayBuffer())).map(({ name, content }) =>
    boxOf(name, name === 'moov' ? withLists(content, edits) : content),
  )
  return new Blob(parts)
}

/**
 * The same file with another duration in the media header (`mdhd`, ISO/IEC 14496-12, 8.4.2) of its sound track, in
 * ticks, with 32 or 64 bits; its `moov` must come last.
 */
export const withSoundDuration = async (video: Blob, ticks: bigint, bits: 32 | 64): Promise<Blob> => {
  const inBoxes = (content: Uint8Array, change: (box: Box) => Uint8Array): Uint8Array =>
    concatBytes(...boxesOf(content).map((box) => boxOf(box.name, change(box))))
  const changed = (box: Box): Uint8Array => {
    if (box.name === 'mdhd') return withLength(box.content, ticks, bits)
    const isSound = box.name !== 'mdia' || handlerOf(box) === 'soun'
    return isSound && ['moov', 'trak', 'mdia'].includes(box.name)
      ? inBoxes(box.content, changed)
      : box.content
  }
  return new Blob([inBoxes(new Uint8Array(await video.arrayBuffer()), changed) as Uint8Array<ArrayBuffer>])
}

/**
 * The same file with a clean aperture (`clap`, ISO/IEC 14496-12, 12.1.4) of its picture: width, height, and how far its
 * middle lies to the right of the frame's and below it; its `moov` must come last.
 */
export const withCleanAperture = async (video: Blob, aperture: readonly number[]): Promise<Blob> => {
  const clap = boxOf('clap', Uint8Array.from(aperture.flatMap((value) => [...uint32(value), ...uint32(1)])))
  const change = (content: Uint8Array): Uint8Array =>
    concatBytes(
      ...boxesOf(content).map((box) => {
        if (['moov', 'trak', 'mdia', 'minf', 'stbl'].includes(box.name))
          return boxOf(
            box.name,
            box.name === 'mdia' && handlerOf(box) !== 'vide' ? box.content : change(box.content),
          )
        if (box.name !== 'stsd') return boxOf(box.name, box.content)
        const entries = boxesOf(box.content.subarray(8))
        const added = entries.map(({ name, content: entry }) => boxOf(name, concatBytes(entry, clap)))
        return boxOf(box.name, concatBytes(box.content.subarray(0, 8), ...added))
      }),
    )
  return new Blob([change(new Uint8Array(await video.arrayBuffer())) as Uint8Array<ArrayBuffer>])
}

const handlerOf = ({ content }: Box) => {
  const hdlr = boxesOf(content).find(({ name }) => name === 'hdlr')
  return String.fromCharCode(...(hdlr?.content.subarray(8, 12) ?? []))
}

/** For a header of version 0, as ffmpeg writes it. */
const withLength = (mdhd: Uint8Array, ticks: bigint, bits: 32 | 64): Uint8Array => {
  const old = new DataView(mdhd.buffer, mdhd.byteOffset, mdhd.byteLength)
  const head = new DataView(new ArrayBuffer(bits === 64 ? 36 : 24))
  const at = bits === 64 ? 20 : 12
  if (bits === 64) head.setUint8(0, 1)
  head.setUint32(at, old.getUint32(12))
  if (bits === 64) head.setBigUint64(at + 4, ticks)
  else head.setUint32(at + 4, Number(ticks))
  head.setUint32(at + 4 + bits / 8, old.getUint32(20))
  return new Uint8Array(head.buffer)
}

const withLists = (moov: Uint8Array, edits: readonly EditListEntry[]): Uint8Array => {
  const boxes = boxesOf(moov)
  const movieHz = numberAt(
    boxes.find(({ name }) => name === 'mvhd'),
    12,
  )
  return concatBytes(
    ...boxes.map(({ name, content }) =>
      boxOf(name, name === 'trak' ? withList(content, movieHz, edits) : content),
    ),
  )
}

const withList = (trak: Uint8Array, movieHz: number, edits: readonly EditListEntry[]): Uint8Array => {
  const boxes = boxesOf(trak)
  const mdia = boxes.find(({ name }) => name === 'mdia')
  const trackHz = numberAt(mdia && boxesOf(mdia.content).find(({ name }) => name === 'mdhd'), 12)
  // ffmpeg's own edit list says where the first frame is: after the delay of the encoder.
  const edts = boxes.find(({ name }) => name === 'edts')
  const encoderDelay = edts ? numberAt(boxesOf(edts.content)[0], 12) : 0
  const elst = new DataView(new ArrayBuffer(8 + edits.length * 12))
  elst.setUint32(4, edits.length)
  for (const [index, { lasting, from }] of edits.entries()) {
    elst.setUint32(8 + index * 12, Math.round(lasting * movieHz))
    elst.setInt32(12 + index * 12, from === null ? -1 : encoderDelay + Math.round(from * trackHz))
    elst.setUint32(16 + index * 12, 0x10000)
  }
  const list = boxOf('edts', boxOf('elst', new Uint8Array(elst.buffer)))
  const others = boxes.filter(({ name }) => name !== 'edts')
  return concatBytes(
    ...others.flatMap(({ name, content }) => [...(name === 'mdia' ? [list] : []), boxOf(name, content)]),
  )
}

/** The boxes of a file or box, without large sizes. */
export const boxesOf = (bytes: Uint8Array): readonly Box[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    boxes.push({ name, content: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

export const boxOf = (name: string, content: Uint8Array): Uint8Array<ArrayBuffer> => {
  const box = new Uint8Array(8 + content.length)
  new DataView(box.buffer).setUint32(0, box.length)
  box.set(
    [...name].map((letter) => letter.charCodeAt(0)),
    4,
  )
  box.set(content, 8)
  return box
}

const numberAt = (box: Box | undefined, at: number): number => {
  if (!box) throw new Error('This file lacks a box')
  return new DataView(box.content.buffer, box.content.byteOffset).getInt32(at)
}
