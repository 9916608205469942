import type { LeftOut } from '#contract/left-out.ts'
import { reasonSentence } from './error-text.ts'
import { formatList } from './format-units.ts'
import { messages } from './messages.ts'

const { kinds, withNames } = messages.leftOut

/** What the source has and the result lacks: `1 sound track (Mic) and timecode`; null if nothing. */
export const leftOutText = (list: readonly LeftOut[]): string | null =>
  list.length > 0 ? formatList(list.map(itemText)) : null

const itemText = ({ kind, count, names, reason }: LeftOut): string => {
  const what = kinds[kind](count)
  const told = reason ? reasonSentence(reason) : names.join(', ')
  return told ? withNames(what, told) : what
}
