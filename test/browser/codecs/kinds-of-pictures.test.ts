import { expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { decodeImage, readDeepColors } from '#codecs/image/decode-image.ts'
import { isServiceError } from '#contract/service-error.ts'
import type { PictureOfKind } from '#support/picture-kinds.ts'

const [plain, coded] = [await commands.picturesOfKinds('plain'), await commands.picturesOfKinds('coded')]

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Others read it for alpha, which a file does not say; Chromium 156 reads the alpha of AVIF for limited range. */
const ignoresAlpha = ({ format, kind }: PictureOfKind) =>
  kind === 'a fourth sample of which nothing is said' || (format === 'avif' && kind.includes('alpha'))

/** How far colours with their alpha, and alpha, are from those of another program, in steps of 255 and of 65,535. */
const furthest = (
  read: Awaited<ReturnType<typeof decodeImage>>['raster'],
  deep: Awaited<ReturnType<typeof readDeepColors>>,
  other: NonNullable<PictureOfKind['read'][string]>,
  withoutAlpha: boolean,
) => {
  if (read.width !== other.width || read.height !== other.height) return { narrow: 255, deep: 65_535 }
  const wanted = new Uint16Array(bytesOf(other.pixels).buffer)
  const steps = { narrow: 0, deep: 0 }
  wanted.forEach((value, at) => {
    const alpha = at % 4 === 3 ? 1 : (wanted[at | 3] ?? 0) / 65_535
    if (at % 4 === 3 && withoutAlpha) return
    const narrow = other.bits === 8 ? value >> 8 : value / 257
    steps.narrow = Math.max(steps.narrow, Math.abs((read.data[at] ?? 0) - narrow) * alpha)
    if (deep && at % 4 < 3 && alpha > 0)
      steps.deep = Math.max(steps.deep, Math.abs((deep.data[(at >> 2) * 3 + (at & 3)] ?? 0) - value))
  })
  return steps
}

/** What the error of a picture says of its kind: its second sentence. */
const refusal = (cause: unknown): string => {
  const details = isServiceError(cause) && typeof cause.details === 'object' ? cause.details : {}
  const [, said] =
    /^This is a picture in [^.]*\. (Its colours are|It is compressed by) (.*), which is not read here/
      .exec(String(details.image_file))
      ?.slice(1) ?? []
  return said ? `refused: ${said}` : `WRONG: ${cause}`
}

/**
 * Browsers spread halved colours, and round more than 8 bits and greys of JPEG XL, as they like; divided colours are
 * rounded twice.
 */
const mostApart = ({ format, kind }: PictureOfKind): number => {
  if (format === 'avif') return /^42/.test(kind) ? 12 : 3
  if (format === 'jxl') return kind.includes('grey') ? 6 : 1
  return kind.includes('premultiplied') && format === 'heic' ? 2 : 1
}

const cellOf = async (picture: PictureOfKind): Promise<string> => {
  const file = new Blob([bytesOf(picture.file)])
  try {
    const { raster } = await decodeImage(file)
    const deep = await readDeepColors(file, 'srgb')
    const [closest] = Object.entries(picture.read)
      .flatMap(([program, other]) =>
        other ? [{ program, ...furthest(raster, deep, other, ignoresAlpha(picture)) }] : [],
      )
      .toSorted((one, other) => one.narrow - other.narrow)
    const most = mostApart(picture)
    if (!closest || closest.narrow > most || closest.deep > (picture.kind.startsWith('lossy') ? 16 : 1))
      return `WRONG: ${JSON.stringify(closest)}`
    return `as ${closest.program}${most > 1 ? `, within ${most}` : ''}${deep ? ', 16 bits too' : ''}`
  } catch (cause) {
    return refusal(cause)
  }
}

const heads = {
  'kinds-of-pictures': `# Kinds of pictures

Small files as ImageMagick, libtiff and ExifTool write them, and what is read of them. Where another program is named, every
pixel is within 1 of 255 of what that program reads, and within 1 of 65,535 where 16 bits are read. This list is written by
\`test/browser/codecs/kinds-of-pictures.test.ts\`; [formats.md](formats.md) says more of each format.`,
  'kinds-of-coded-pictures': `# Kinds of HEIC, AVIF and JPEG XL

Small files as heif-enc, avifenc and cjxl write them, and what is read of them. Where another program is named, every pixel is
within 1 of 255 of what that program reads, or as far as is said, and within 1 of 65,535 where 16 bits are read (16 of a lossy file).
Chromium reads AVIF and JPEG XL; the alpha of AVIF is not compared. This list is written by
\`test/browser/codecs/kinds-of-pictures.test.ts\`; [formats.md](formats.md) says more of each format.`,
}

type Row = { readonly format: string; readonly kind: string; readonly read: string }

/** A table of Markdown: kinds of a format that are read alike are one row. */
const tableOf = (rows: readonly Row[]): string => {
  const alike = new Map<string, string[]>()
  for (const { format, kind, read } of rows) {
    const key = `| ${format} | ${read} |`
    alike.set(key, [...(alike.get(key) ?? []), kind])
  }
  const lines = [...alike].map(([key, kinds]) => `${key} ${kinds.join('; ')} |`)
  return ['| format | read | kinds |', '| --- | --- | --- |', ...lines].join('\n')
}

const check = async (pictures: readonly PictureOfKind[], name: keyof typeof heads) => {
  const rows: Row[] = []
  for (const picture of pictures)
    rows.push({ format: picture.format, kind: picture.kind, read: await cellOf(picture) })
  await expect(`${heads[name]}\n\n${tableOf(rows)}\n`).toMatchFileSnapshot(`../../../docs/${name}.md`)
  expect(rows.filter(({ read }) => read.startsWith('WRONG'))).toEqual([])
}

test.skipIf(!plain)('each kind is read as elsewhere, or refused (skipped without tools)', () =>
  check(plain ?? [], 'kinds-of-pictures'),
)

test.skipIf(!coded)('each kind of HEIC, AVIF and JPEG XL too (skipped without tools)', () =>
  check(coded ?? [], 'kinds-of-coded-pictures'),
)
