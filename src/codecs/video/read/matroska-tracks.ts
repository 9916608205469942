import { type LeftOut, leftOut } from '#contract/left-out.ts'
import { noLanguage } from '#contract/video-facts.ts'
import {
  type EbmlElement,
  ebmlElements,
  findElement,
  numberIn,
  readEbmlHead,
  segmentId,
  textIn,
  trackEntries,
  trackNumberId,
} from '#formats/ebml-elements.ts'
import type { FileTrack, FileTracks, TrackKind } from './file-tracks.ts'

// IDs of Matroska elements (RFC 9559, section 5).
const trackTypeId = 0x83
const nameId = 0x536e
const languageId = 0x22b59c
const seekHeadId = 0x114d9b74
const [seekId, seekIdId, seekPositionId] = [0x4dbb, 0x53ab, 0x53ac]
const [chaptersId, editionId, chapterId] = [0x1043a770, 0x45b9, 0xb6]
const [tagsId, tagNameId, tagTextId] = [0x1254c367, 0x45a3, 0x4487]
const [attachmentsId, attachedFileId, fileNameId] = [0x1941a469, 0x61a7, 0x466e]

/** Kinds by TrackType (RFC 9559, 5.1.4.1.3). */
const kinds: { readonly [type: number]: TrackKind } = { 1: 'picture', 2: 'sound', 17: 'subtitles' }

/** The default of Language (RFC 9559, 5.1.4.1.19). */
const usualLanguage = 'eng'

/** Lists the tracks of a WebM or MKV; none for other files. */
export const readMatroskaTracks = async (file: Blob): Promise<FileTracks> => {
  const head = await readEbmlHead(file)
  return {
    tracks: [...trackEntries(head)].map((entry): FileTrack => {
      const language = textIn(head, findElement(head, entry, languageId)).slice(0, 3) || usualLanguage
      return {
        id: numberIn(head, findElement(head, entry, trackNumberId)),
        kind: kinds[numberIn(head, findElement(head, entry, trackTypeId))] ?? 'other',
        title: textIn(head, findElement(head, entry, nameId)).trim(),
        language: /^[a-z]{3}$/.test(language) ? language : noLanguage,
      }
    }),
    beside: [
      ...countChapters(await readTopElement(file, head, chaptersId)),
      ...(await listAttachments(file, head)),
    ],
    timecode: timecodeIn(await readTopElement(file, head, tagsId)),
  }
}

/** Bytes of an element that are read: chapters of hours have fewer, and files have their names before their content. */
const [maxListBytes, maxHeadBytes] = [4 << 20, 4096]

/** The content of a segment's element that precedes the first frames, or is in the index of the segment. */
const readTopElement = async (file: Blob, head: DataView, id: number): Promise<DataView> => {
  const [span] = await findTopElement(file, head, id)
  return span
    ? viewOf(file, span.from, Math.min(span.to, span.from + maxListBytes))
    : new DataView(new ArrayBuffer(0))
}

const viewOf = async (file: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await file.slice(from, to).arrayBuffer())

type FileSpan = { readonly from: number; readonly to: number }

/** The span of an element's content in the file; empty if there is none. */
const findTopElement = async (file: Blob, head: DataView, id: number): Promise<readonly FileSpan[]> => {
  const segment = findElement(head, { from: 0, to: head.byteLength }, segmentId)
  const at = segment && (findElement(head, segment, id)?.at ?? placeOf(head, segment, id))
  if (at === undefined) return []
  const [element] = ebmlElements(await viewOf(file, at, at + maxHeadBytes), { from: 0, to: file.size - at })
  return element?.id === id ? [{ from: at + element.from, to: at + element.to }] : []
}

/** The position of an element in the file from the index of the segment, in bytes. */
const placeOf = (head: DataView, segment: EbmlElement, id: number): number | undefined => {
  const list = findElement(head, segment, seekHeadId)
  for (const seek of list ? ebmlElements(head, list) : []) {
    if (seek.id !== seekId || numberIn(head, findElement(head, seek, seekIdId)) !== id) continue
    return segment.from + numberIn(head, findElement(head, seek, seekPositionId))
  }
  return undefined
}

/** The tag TIMECODE of the file or of any track. */
const timecodeIn = (view: DataView): string | null => {
  for (const tag of ebmlElements(view, { from: 0, to: view.byteLength }))
    for (const simple of ebmlElements(view, tag))
      if (textIn(view, findElement(view, simple, tagNameId)) === 'TIMECODE')
        return textIn(view, findElement(view, simple, tagTextId))
  return null
}

const countChapters = (view: DataView): readonly LeftOut[] => {
  const edition = findElement(view, { from: 0, to: view.byteLength }, editionId)
  const count = edition ? [...ebmlElements(view, edition)].filter(({ id }) => id === chapterId).length : 0
  return count > 0 ? [leftOut('chapters', count)] : []
}

/** Lists attached files. Fonts have many megabytes, so only names are read. */
const listAttachments = async (file: Blob, head: DataView): Promise<readonly LeftOut[]> => {
  const names: string[] = []
  for (const { from, to } of await findTopElement(file, head, attachmentsId)) {
    for (let at = from; at < to; ) {
      const view = await viewOf(file, at, at + maxHeadBytes)
      const [element] = ebmlElements(view, { from: 0, to: to - at })
      if (!element) break
      if (element.id === attachedFileId) names.push(textIn(view, findElement(view, element, fileNameId)))
      at += element.to
    }
  }
  return names.length > 0 ? [leftOut('attachments', names.length, names.filter(Boolean))] : []
}
