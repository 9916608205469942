const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const little = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => (value >> (8 * at)) & 255)
const big = (value: number, bytes: number) => little(value, bytes).reverse()

const chunk = (name: string, body: readonly number[]) => [
  ...letters(name),
  ...little(body.length, 4),
  ...body,
  ...(body.length & 1 ? [0] : []),
]

/** A WebP of 320 x 200 whose frames last so many milliseconds each; without pixels. */
export const movingWebp = (
  delays: readonly number[],
  { flags = 2, disposal = 0, frameWidthPx = 320, plays = 0 } = {},
): Blob => {
  const head = chunk('VP8X', [flags, 0, 0, 0, ...little(319, 3), ...little(199, 3)])
  const loop = plays > 0 ? chunk('ANIM', [0, 0, 0, 0, ...little(plays, 2)]) : []
  const frames = delays.flatMap((delay) =>
    chunk('ANMF', [
      ...Array(6).fill(0),
      ...little(frameWidthPx - 1, 3),
      ...little(199, 3),
      ...little(delay, 3),
      disposal,
      7,
    ]),
  )
  return new Blob([
    Uint8Array.from([...letters('RIFF'), 0, 0, 0, 0, ...letters('WEBP'), ...head, ...loop, ...frames]),
  ])
}

const pngChunk = (name: string, body: readonly number[]) => [
  ...big(body.length, 4),
  ...letters(name),
  ...body,
  ...[0, 0, 0, 0],
]

/** A PNG of 320 x 200 whose frames last so many seconds each, as fractions; without pixels. */
export const movingPng = (
  delays: readonly (readonly [above: number, below: number])[],
  { kind = 2, disposal = 0, isLate = false, frameWidthPx = 320, plays = 0 } = {},
): Blob => {
  const control = pngChunk('acTL', [...big(delays.length, 4), ...big(plays, 4)])
  const still = pngChunk('IDAT', [1, 2, 3])
  const box = [...big(frameWidthPx, 4), ...big(200, 4), ...Array(8).fill(0)]
  const frames = delays.flatMap(([above, below]) => [
    ...pngChunk('fcTL', [0, 0, 0, 0, ...box, ...big(above, 2), ...big(below, 2), disposal, 0]),
    ...pngChunk('fdAT', [0, 0, 0, 1, 5]),
  ])
  return new Blob([
    Uint8Array.from([0x89, ...letters('PNG\r\n\x1a\n')]),
    Uint8Array.from(pngChunk('IHDR', [...big(320, 4), ...big(200, 4), 8, kind, 0, 0, 0])),
    Uint8Array.from([...(isLate ? [still, control] : [control, still]).flat(), ...frames]),
    Uint8Array.from(pngChunk('IEND', [])),
  ])
}

const box = (name: string, ...content: readonly (readonly number[])[]) => {
  const body = content.flat()
  return [...big(body.length + 8, 4), ...letters(name), ...body]
}
const zeros = (count: number) => Array<number>(count).fill(0)

/** An AVIF of 320 x 200 with runs of frames that last so many thousandths each; without pixels. */
export const movingAvif = (
  runs: readonly (readonly [count: number, delay: number])[],
  {
    brand = 'avis',
    hasAlpha = false,
    widthPx = 320,
    heightPx = 200,
    edit,
  }: {
    readonly brand?: string
    readonly hasAlpha?: boolean
    readonly widthPx?: number
    readonly heightPx?: number
    /** An edit list of one entry that lasts as long as the frames, in a track that lasts `wholeTicks`. */
    readonly edit?: { readonly isRepeated: boolean; readonly wholeTicks: number }
  } = {},
): Blob => {
  const frameTicks = runs.reduce((sum, [count, delay]) => sum + count * delay, 0)
  const list = edit
    ? [box('edts', box('elst', [0, 0, 0, Number(edit.isRepeated)], big(1, 4), big(frameTicks, 4), zeros(8)))]
    : []
  const track = (handler: string) =>
    box(
      'trak',
      box(
        'tkhd',
        zeros(20),
        big(edit?.wholeTicks ?? 0, 4),
        zeros(52),
        big(widthPx, 2),
        zeros(2),
        big(heightPx, 2),
        zeros(2),
      ),
      ...list,
      box(
        'mdia',
        box('mdhd', zeros(12), big(1000, 4), zeros(8)),
        box('hdlr', zeros(8), letters(handler), zeros(13)),
        box(
          'minf',
          box(
            'stbl',
            box('stts', zeros(4), big(runs.length, 4), ...runs.map((run) => run.flatMap((n) => big(n, 4)))),
          ),
        ),
      ),
    )
  const head = box('ftyp', letters(brand), zeros(4), letters('avifavis'))
  const movie = box('moov', track('pict'), ...(hasAlpha ? [track('auxv')] : []))
  return new Blob([Uint8Array.from([...head, ...box('meta', zeros(4)), ...movie])])
}
