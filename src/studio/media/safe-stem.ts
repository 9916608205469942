/**
 * A file's name without its ending as every file system takes it: accents composed, without the characters that one of
 * them refuses or that turn the direction of text, no name of a device of Windows, and short enough for what is added.
 */
export const safeStem = (name: string): string => {
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
