/** The name of a result: the picture's own with the new extension; `-cutout` where that would be the same name. */
export const resultName = (sourceName: string, extension: string): string => {
  const base = baseName(sourceName)
  const name = `${base}.${extension}`
  return name.toLowerCase() === sourceName.toLowerCase() ? `${base}-cutout.${extension}` : name
}

/** The name of a ZIP with the frames of a video. */
export const framesName = (sourceName: string): string => `${baseName(sourceName)}-frames.zip`

/** Numbers names that come more than once, whatever their case: `a.png`, `a (2).png`. */
export const distinctNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    let free = name
    for (let turn = 2; taken.has(free.toLowerCase()); turn += 1)
      free = `${name.slice(0, dot)} (${turn})${name.slice(dot)}`
    taken.add(free.toLowerCase())
    return free
  })
}

const baseName = (name: string): string => {
  const plain = name.replace(/[/\\:*?"<>|]/g, '-').trim()
  const dot = plain.lastIndexOf('.')
  return (dot > 0 ? plain.slice(0, dot) : plain) || 'picture'
}
