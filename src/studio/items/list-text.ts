import type { Item, Phase } from '#library/items/item.ts'
import type { FoundItems } from '#library/kept-items.ts'
import { messages } from '#studio/messages/messages.ts'
import type { PageList } from './media-kind.ts'

const text = messages.items.list

/** The kinds of media in the list. */
type Kinds = Pick<PageList, 'kinds' | 'kindOf'>

const ofKind = (items: readonly Item[], name: string) => items.filter(({ kind }) => kind === name)

/** `Pictures`, `Videos`, or both, depending on `items`. */
export const titleText = (items: readonly Item[], { kinds }: Kinds): string =>
  text.title(kinds.filter(({ name }) => ofKind(items, name).length > 0).map(({ texts }) => texts.title))

/** `2 pictures, 1 video`; empty if there are no items. */
export const countsText = (items: readonly Item[], { kinds }: Kinds): string =>
  text.counts(
    kinds.flatMap(({ name, texts }) => {
      const count = ofKind(items, name).length
      return count > 0 ? [texts.count(count)] : []
    }),
  )

/** `1 ready to send, 2 to go`: the items without a result. */
export const progressText = (list: Kinds & Pick<PageList, 'get'>): string => {
  const { items } = list.get()
  const inPhase = (...phases: readonly Phase[]) =>
    items.filter((item) => phases.includes(list.kindOf(item).phase(item)))
  const ready = inPhase('ready')
  const unsent = ready.filter((item) => list.kindOf(item).workLocation(item) === 'service')
  return text.progress({
    ready: ready.length - unsent.length,
    unsent: unsent.length,
    open: inPhase('starting', 'waiting', 'working').length,
    paused: inPhase('paused').length,
  })
}

/** `12 pictures` */
export const foundText = ({ counts }: FoundItems, { kinds }: Pick<PageList, 'kinds'>): string =>
  text.counts(kinds.flatMap(({ name, texts: { count } }) => (counts[name] ? [count(counts[name])] : [])))
