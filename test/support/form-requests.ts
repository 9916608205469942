/** Latin-1 text with `\x` escapes as a file's bytes. */
export const fileFromText = (text: string, name = 'file'): File =>
  new File([Uint8Array.from(text, (character) => character.charCodeAt(0))], name)

/** The first bytes of each kind of file, enough to recognise it. */
export const files = {
  jpeg: fileFromText('\xff\xd8\xff\xe0\0\x10JFIF\0\x01'),
  png: fileFromText('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  webp: fileFromText('RIFF\x1a\0\0\0WEBPVP8L'),
  gif: fileFromText('GIF89a\x01\0\x01\0'),
  avif: fileFromText('\0\0\0\x20ftypavif\0\0\0\0'),
  mp4: fileFromText('\0\0\0\x20ftypisom\0\0\x02\0'),
  text: fileFromText('hello, I am no picture'),
  empty: fileFromText(''),
} as const

type Value = string | Blob

/** The fields of a form in order, where names may repeat. */
export type FieldList = readonly (readonly [name: string, value: Value])[]
export type Fields = Readonly<Record<string, Value>> | FieldList

/** A multipart request to `path` of a studio at https://studio.test/. */
export const post = (path: string, fields: Fields, init: RequestInit = {}): Request => {
  const body = new FormData()
  for (const [name, value] of Array.isArray(fields) ? (fields as FieldList) : Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, value instanceof File ? value.name : 'name.bin')
  }
  return new Request(`https://studio.test${path}`, { method: 'POST', body, ...init })
}

/** A file of `bytes` bytes that starts like a JPEG. */
export const imageOf = (bytes: number): Blob =>
  new Blob([files.jpeg, new Uint8Array(bytes - files.jpeg.size)])

/** A body of `count` megabytes behind `head`, and how many of them were read. */
export const megabytes = (count: number, head = '') => {
  const read = { megabytes: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
    pull: (controller) => {
      if (read.megabytes++ === count) controller.close()
      else controller.enqueue(new Uint8Array(1_000_000))
    },
    cancel: () => {
      read.isCancelled = true
    },
  })
  return { read, body }
}
