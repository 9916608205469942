/** The image in a base64 text, with or without a `data:` prefix and line breaks; null where it is not base64. */
export const imageFromBase64 = (text: string): Blob | null => {
  try {
    const binary = atob(text.replace(/^data:[^,]*;base64,/i, ''))
    return new Blob([Uint8Array.from(binary, (character) => character.charCodeAt(0))])
  } catch {
    return null
  }
}
