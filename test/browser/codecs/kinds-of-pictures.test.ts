import { expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { decodeImage, readDeepColors } from '#codecs/image/decode-image.ts'
import { isServiceError } from '#contract/service-error.ts'
import type { PictureOfKind } from '#support/picture-kinds.ts'

const pictures = await commands.picturesOfKinds()

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Both read it for alpha, which the file does not say. */
const isOpaque = ({ kind }: PictureOfKind) => kind === 'a fourth sample of which nothing is said'

/** How far colours with their alpha, and alpha, are from those of another program, in steps of 255 and of 65,535. */
const furthest = (
  read: Awaited<ReturnType<typeof decodeImage>>['raster'],
  deep: Awaited<ReturnType<typeof readDeepColors>>,
  other: NonNullable<PictureOfKind['read']['libvips']>,
  ignoresAlpha: boolean,
) => {
  if (read.width !== other.width || read.height !== other.height) return { narrow: 255, deep: 65_535 }
  const wanted = new Uint16Array(bytesOf(other.pixels).buffer)
  const steps = { narrow: 0, deep: 0 }
  wanted.forEach((value, at) => {
    const alpha = at % 4 === 3 || ignoresAlpha ? 1 : (wanted[at | 3] ?? 0) / 65_535
    if (at % 4 === 3 && ignoresAlpha) return
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

const cellOf = async (picture: PictureOfKind): Promise<string> => {
  const file = new Blob([bytesOf(picture.file)])
  try {
    const { raster } = await decodeImage(file)
    const deep = await readDeepColors(file, 'srgb')
    const [closest] = Object.entries(picture.read)
      .flatMap(([program, other]) =>
        other ? [{ program, ...furthest(raster, deep, other, isOpaque(picture)) }] : [],
      )
      .toSorted((one, other) => one.narrow - other.narrow)
    if (!closest || closest.narrow > 1 || closest.deep > 1) return `WRONG: ${JSON.stringify(closest)}`
    return `as ${closest.program}${deep ? ', 16 bits too' : ''}`
  } catch (cause) {
    return refusal(cause)
  }
}

const head = `# Kinds of pictures

Small files as ImageMagick, libtiff and ExifTool write them, and what is read of them. Where another program is named, every
pixel is within 1 of 255 of what that program reads, and within 1 of 65,535 where 16 bits are read. This list is written by
\`test/browser/codecs/kinds-of-pictures.test.ts\`; [formats.md](formats.md) says more of each format.`

/** A table of Markdown, whose first row is its head. */
const tableOf = (rows: readonly (readonly string[])[]): string => {
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const lines = rows.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
  return lines.toSpliced(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`).join('\n')
}

test.skipIf(!pictures)('each kind is read as elsewhere, or refused (skipped without tools)', async () => {
  const rows: string[][] = []
  for (const picture of pictures ?? []) rows.push([picture.format, picture.kind, await cellOf(picture)])
  await expect(`${head}\n\n${tableOf([['format', 'kind', 'read'], ...rows])}\n`).toMatchFileSnapshot(
    '../../../docs/kinds-of-pictures.md',
  )
  expect(rows.filter((row) => row[2]?.startsWith('WRONG'))).toEqual([])
})
