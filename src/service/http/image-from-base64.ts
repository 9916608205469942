/** The image in a base64 text, with or without a `data:` prefix and line breaks; null where it is not base64. */
export const imageFromBase64 = (text: string): Blob | null => {
  try {
    const binary = atob(text.replace(/^\s*data:[^,]*;base64,/i, ''))
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index)
    return new Blob([bytes])
  } catch {
    return null
  }
}

/** Whether nothing follows the `data:` prefix: the text holds no image, as an empty file holds none. */
export const isEmptyData = (text: string): boolean => text.replace(/^\s*data:[^,]*(,|$)/i, '').trim() === ''
