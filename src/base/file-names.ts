/** The name of a result: the source's name with the new extension, and with `-cutout` if they would be equal. */
export const resultName = (sourceName: string, extension: string): string => {
  const base = baseName(sourceName)
  const name = `${base}.${extension}`
  return name.toLowerCase() === sourceName.toLowerCase() ? `${base}-cutout.${extension}` : name
}

/** The name of a result's matte: `clip-matte.mp4` for `clip.mp4`. */
export const matteName = (name: string): string => name.replace(/(?=\.[^.]*$)/, '-matte')

/** Makes names unique with numbers, `a.png`, `a (2).png`, ignoring case and Unicode composition. */
export const distinctNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>()
  return names.map((name) => {
    let free = name
    for (let turn = 2; taken.has(foldedName(free)); turn += 1) free = numberedName(name, turn)
    taken.add(foldedName(free))
    return free
  })
}

/** A name or path with a number before its extension, `a (2).png`; unchanged for number 1. */
export const numberedName = (name: string, turn: number): string =>
  turn === 1 ? name : name.replace(/(\.[^./]*)?$/, ` (${turn})$1`)

/** The form in which names that are equal in some file system are equal. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase()

/** A file's name without its extension, made safe; `picture` if nothing is left. */
export const baseName = (name: string): string => {
  const plain = name.trim()
  const dot = plain.lastIndexOf('.')
  return safeStem(dot > 0 ? plain.slice(0, dot) : plain) || 'picture'
}

/**
 * A name without extension that every file system and browser accepts: Unicode composed, no forbidden or invisible
 * characters, not hidden, not reserved, and short enough for a suffix.
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
 * Control characters, lone surrogates, line ends and format characters, such as joiners and direction marks: Chromium
 * rejects them in folders.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** Windows device names, and files that its folders interpret. */
const reserved =
  /^(con|conin\$|conout\$|clock\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|desktop\.ini|thumbs\.db)(?=\s*(\.|$))/i

/** File systems accept 255 bytes; the extension, a number and a suffix such as `-frames` are added to the stem. */
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
