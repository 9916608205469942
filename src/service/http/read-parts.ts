/** The header of a form part. */
export type PartHead = {
  readonly name: string
  /** Empty for a file without a name; undefined for a text. */
  readonly fileName: string | undefined
}

/** Longest header of a part, in bytes. */
const maxHeadBytes = 16_384

const dash = 0x2d
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const [lineEnd, headEnd] = [bytesOf('\r\n'), bytesOf('\r\n\r\n')]

/**
 * Parses `multipart/form-data` (RFC 7578) from `next`, which returns undefined at the end. `onPart` gets each part's
 * header, and returns the consumer of its bytes. Preamble and epilogue are ignored. Throws a `SyntaxError` for invalid
 * input. Browsers and Node refuse a preamble and names without quotes; @remix-run/multipart-parser 0.16.3 refuses a
 * preamble and a split last line; multipasta 0.2.8 accepts no names outside Latin-1, and waits for ever for a final
 * line end.
 */
export const readParts = async (
  next: () => Promise<Uint8Array<ArrayBuffer> | undefined>,
  boundary: string,
  onPart: (head: PartHead) => (bytes: Uint8Array<ArrayBuffer>) => void,
): Promise<void> => {
  const delimiter = bytesOf(`\r\n--${boundary}`)
  // The first delimiter may be on the first line.
  let buffer: Uint8Array<ArrayBuffer> = lineEnd
  const more = async () => {
    const chunk = await next()
    if (!chunk) throw new SyntaxError('The form has no end')
    buffer = joined(buffer, chunk)
  }
  /** Passes on the bytes before `end`, and skips `end`. */
  const until = async (end: Uint8Array, take: (bytes: Uint8Array<ArrayBuffer>) => void) => {
    for (;;) {
      const at = indexOf(buffer, end)
      const safe = at < 0 ? Math.max(0, buffer.length - end.length + 1) : at
      if (safe > 0) take(buffer.subarray(0, safe))
      buffer = buffer.subarray(at < 0 ? safe : at + end.length)
      if (at >= 0) return
      await more()
    }
  }
  const untilText = async (end: Uint8Array) => {
    let text = new Uint8Array()
    await until(end, (bytes) => {
      text = joined(text, bytes)
      if (text.length > maxHeadBytes) throw new SyntaxError('The head of a part is too long')
    })
    return new TextDecoder().decode(text)
  }

  await until(delimiter, () => {})
  for (;;) {
    while (buffer.length < 2) await more()
    if (buffer[0] === dash && buffer[1] === dash) return
    if ((await untilText(lineEnd)).trim() !== '') throw new SyntaxError('A boundary is followed by text')
    // The line end of a missing header is part of the delimiter.
    buffer = joined(lineEnd, buffer)
    await until(delimiter, onPart(parseHead(await untilText(headEnd))))
  }
}

const parseHead = (text: string): PartHead => {
  const lines = text.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const header = (name: string) => lines.find((line) => line.toLowerCase().startsWith(`${name}:`)) ?? ''
  const parameters = new Map<string, string>()
  for (const [, key = '', quoted, token = ''] of header('content-disposition').matchAll(
    /;\s*([^\s=;]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/g,
  ))
    parameters.set(key.toLowerCase(), quoted?.replaceAll(/\\(["\\])/g, '$1') ?? token.trim())
  const name = parameters.get('name')
  if (name === undefined) throw new SyntaxError('A part of the form has no name')
  const fileName = encodedName(parameters.get('filename*')) ?? parameters.get('filename')
  const isFile = /:\s*(image\/|video\/|application\/octet-stream)/i.test(header('content-type'))
  return { name, fileName: fileName ?? (isFile ? '' : undefined) }
}

/** Decodes `UTF-8''a%20b.png` (RFC 8187); undefined if it is not UTF-8. */
const encodedName = (text: string | undefined): string | undefined => {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(text ?? '') ?? []
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

const indexOf = (bytes: Uint8Array, wanted: Uint8Array): number => {
  for (let at = bytes.indexOf(wanted[0] ?? 0); at >= 0; at = bytes.indexOf(wanted[0] ?? 0, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at
  return -1
}

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
