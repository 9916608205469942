/** A stretch of a file: from its byte `first` up to and with its byte `last`. */
export type ByteRange = { readonly first: number; readonly last: number }

/**
 * What a `Range` header asks for of a file of `size` bytes (RFC 9110, 14.2): one stretch; `outside` where the
 * file has none of it; `whole` where nothing is asked for, several stretches are, or it cannot be understood.
 */
export const readRange = (header: string | null, size: number): ByteRange | 'whole' | 'outside' => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (from === '') {
    // The last so many bytes.
    if (to === '') return 'whole'
    return Number(to) > 0 && size > 0 ? { first: Math.max(0, size - Number(to)), last: size - 1 } : 'outside'
  }
  const [first, last] = [Number(from), to === '' ? size - 1 : Number(to)]
  if (to !== '' && last < first) return 'whole'
  return first < size ? { first, last: Math.min(last, size - 1) } : 'outside'
}
