/** What an edit list shows of a track; see `readEdits`. */
export type Edits = {
  /** How many stretches of the track are shown, one after the other; what the container says nothing of is one. */
  readonly stretches: number
  /** Where the only stretch ends, on the container's clock: what starts later is in the file and not shown. */
  readonly endSeconds: number
}

const allOfIt: Edits = { stretches: 1, endSeconds: Number.POSITIVE_INFINITY }

/** The list of what a film holds; that of five minutes takes less than a megabyte. */
const mostBytes = 64 << 20

/**
 * The edit list of a track of an MP4 or MOV (ISO/IEC 14496-12, 8.6.6), of which mediabunny knows only where its
 * first stretch starts. All of the track for other files, and for those in fragments, whose lists say nothing of
 * the fragments.
 */
export const readEdits = async (video: Blob, trackId: number): Promise<Edits> => {
  const moov = await readMoov(video)
  const movieHz = moov && clockOf(moov, find(moov, whole(moov), 'mvhd'))
  if (!moov || !movieHz || find(moov, whole(moov), 'mvex')) return allOfIt
  for (const { name, ...trak } of boxes(moov, whole(moov))) {
    if (name !== 'trak' || idOf(moov, find(moov, trak, 'tkhd')) !== trackId) continue
    const edts = find(moov, trak, 'edts')
    const elst = edts && find(moov, edts, 'elst')
    return elst ? editsOf(moov, elst, movieHz) : allOfIt
  }
  return allOfIt
}

type Span = { readonly from: number; readonly to: number }

const whole = (view: DataView): Span => ({ from: 0, to: view.byteLength })

const readMoov = async (file: Blob): Promise<DataView | null> => {
  for (let at = 0; at + 8 <= file.size; ) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer())
    const box = headOf(head, 0, file.size - at)
    if (!box) return null
    if (box.name === 'moov')
      return box.to > mostBytes
        ? null
        : new DataView(await file.slice(at + box.from, at + box.to).arrayBuffer())
    at += box.to
  }
  return null
}

/** A box's name and where its content lies; null where there is none. `most`: the bytes there are from `at` on. */
const headOf = (view: DataView, at: number, most: number): (Span & { readonly name: string }) | null => {
  if (at + 8 > view.byteLength) return null
  const name = String.fromCharCode(...[4, 5, 6, 7].map((index) => view.getUint8(at + index)))
  const short = view.getUint32(at)
  const isLong = short === 1 && at + 16 <= view.byteLength
  const size = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? most : short
  const headBytes = isLong ? 16 : 8
  return size < headBytes ? null : { name, from: at + headBytes, to: at + Math.min(size, most) }
}

function* boxes(view: DataView, { from, to }: Span): Generator<Span & { readonly name: string }> {
  for (let at = from; ; ) {
    const box = headOf(view, at, to - at)
    if (!box || at >= to) return
    yield box
    at = box.to
  }
}

const find = (view: DataView, span: Span, wanted: string): Span | undefined => {
  for (const box of boxes(view, span)) if (box.name === wanted) return box
  return undefined
}

/** Full boxes begin with their version; those of version 1 count in 64 bits. */
const isWide = (view: DataView, { from }: Span) => view.getUint8(from) === 1

const clockOf = (view: DataView, mvhd: Span | undefined) =>
  mvhd && view.getUint32(mvhd.from + (isWide(view, mvhd) ? 20 : 12))

const idOf = (view: DataView, tkhd: Span | undefined) =>
  tkhd && view.getUint32(tkhd.from + (isWide(view, tkhd) ? 20 : 12))

const editsOf = (view: DataView, elst: Span, movieHz: number): Edits => {
  const wide = isWide(view, elst)
  const entryBytes = wide ? 20 : 12
  const entries = view.getUint32(elst.from + 4)
  let [stretches, ticks, isOpen] = [0, 0, false]
  for (let index = 0, at = elst.from + 8; index < entries && at + entryBytes <= elst.to; index++) {
    const lasting = wide ? Number(view.getBigUint64(at)) : view.getUint32(at)
    const mediaTime = wide ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4)
    at += entryBytes
    ticks += lasting
    if (mediaTime < 0) continue
    stretches++
    isOpen ||= lasting === 0
  }
  if (stretches > 1) return { stretches, endSeconds: Number.POSITIVE_INFINITY }
  // A list that ends in nothing, or says that it shows nothing, does not know better than the track.
  return stretches === 0 || isOpen ? allOfIt : { stretches, endSeconds: ticks / movieHz }
}
