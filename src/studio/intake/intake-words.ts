import { formatBytes } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import type { LinkDownload } from './link-downloads.ts'

/** So many are named, and the rest counted. */
const maxNamed = 3

/** `a.jpg could not be opened. The 11 others were.` `opened`: how many could be. */
export const unopenedText = (names: readonly string[], opened: number): string => {
  const others = opened === 0 ? '' : opened === 1 ? ' The other one was.' : ` The ${opened} others were.`
  return `${listText(names)} could not be opened.${others} Check that nothing else holds ${names.length === 1 ? 'it' : 'them'}, then drop ${names.length === 1 ? 'it' : 'them'} again.`
}

/** `a, b and c`; `a, b, c and 4 more` */
const listText = (names: readonly string[]): string => {
  const named = names.slice(0, maxNamed)
  const rest = names.length - named.length
  const parts = rest > 0 ? [...named, `${rest} more`] : named
  return parts.length === 1 ? String(parts[0]) : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** How far a link is: `41 of 94 MB`, `12 MB`; empty before anything came. */
export const fetchedText = ({ loaded, total }: Pick<LinkDownload, 'loaded' | 'total'>): string => {
  if (loaded === 0) return ''
  return total === null ? formatBytes(loaded) : messages.counts.bytesOf({ loaded, total })
}
