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
    let free = name
    for (let turn = 2; taken.has(foldedName(free)); turn += 1) free = numberedName(name, turn)
    taken.add(foldedName(free))
    return free
  })
}

/** The name or path of a file with a number before its ending: `a (2).png`; as it is for the first turn. */
export const numberedName = (name: string, turn: number): string =>
  turn === 1 ? name : name.replace(/(\.[^./]*)?$/, ` (${turn})$1`)

/** Names that some file system holds for the same. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase()

/** The name of a file without its ending, as every file system takes it. */
export const baseName = (name: string): string => {
  const plain = name.trim()
  const dot = plain.lastIndexOf('.')
  return safeStem(dot > 0 ? plain.slice(0, dot) : plain) || 'picture'
}

/**
 * A file's name without its ending, in a form that every file system and browser accepts: accents composed, no
 * forbidden or unseen characters, not hidden, no name with a meaning of its own, and short enough for a suffix.
 */
export const safeStem = (name: string): string => {
  const plain = name
    .replace(unseen, '')
    .normalize('NFC')
    .replace(/[/\\:*?"<>|]/g, '-')
  const stem = shortened(plain).replace(/^[\s.~]+|[\s.~]+$/g, '')
  return stem.replace(reserved, '_$&').replace(/\.(lnk|local|scf|url|\{.*\})$/i, '$&_')
}

/**
 * Control characters, halves of pairs, ends of lines, and marks of format, among them joiners and those of direction:
 * Chromium writes none of them into folders.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** Devices of Windows, and files that its folders read. */
const reserved =
  /^(con|conin\$|conout\$|clock\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|desktop\.ini|thumbs\.db)(?=\s*(\.|$))/i

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
