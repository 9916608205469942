/** The name of a result: the source's with the new extension, and with `-cutout` if that is the same name. */
export const resultName = (sourceName: string, extension: string): string => {
  const base = baseName(sourceName)
  const name = `${base}.${extension}`
  return name.toLowerCase() === sourceName.toLowerCase() ? `${base}-cutout.${extension}` : name
}

/** The name of the matte beside a result: `clip-matte.mp4` beside `clip.mp4`. */
export const matteName = (name: string): string => name.replace(/(?=\.[^.]*$)/, '-matte')

/** Makes names unique, ignoring case and the form of accents, by numbers: `a.png`, `a (2).png`. */
export const distinctNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    let free = name
    for (let turn = 2; taken.has(folded(free)); turn += 1)
      free = `${name.slice(0, dot)} (${turn})${name.slice(dot)}`
    taken.add(folded(free))
    return free
  })
}

/** Names that some file system holds for the same. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase()

/** The name of a file without its ending, as every file system takes it. */
export const baseName = (name: string): string => {
  const plain = name.trim()
  const dot = plain.lastIndexOf('.')
  return safeStem(dot > 0 ? plain.slice(0, dot) : plain) || 'picture'
}

/**
 * A file's name without its ending, in a form that every file system accepts: accents composed, no forbidden
 * characters, none that turn the direction of text, no device name of Windows, and short enough for a suffix.
 */
const safeStem = (name: string): string => {
  const plain = name
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/[/\\:*?"<>|]/g, '-')
  const stem = withoutEnd(shortened(plain).trim())
  return device.test(stem) ? `_${stem}` : stem
}

/** Control characters, halves of pairs, and marks of direction (Unicode, UAX 9). */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const device = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\s*\..*)?$/i

/** File systems take 255 bytes; an ending, a number and words such as `-frames` come to the stem. */
const maxBytes = 180

const shortened = (name: string): string => {
  const encoder = new TextEncoder()
  let bytes = 0
  let stem = ''
  for (const character of name) {
    bytes += encoder.encode(character).byteLength
    if (bytes > maxBytes) break
    stem += character
  }
  return stem
}

/** Windows drops dots and spaces at the end. */
const withoutEnd = (stem: string): string => {
  let end = stem.length
  while (end > 0 && (stem[end - 1] === '.' || stem[end - 1] === ' ')) end -= 1
  return stem.slice(0, end)
}
