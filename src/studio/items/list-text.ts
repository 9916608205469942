import { messages } from '#studio/messages/messages.ts'
import type { Item, Phase } from './item.ts'
import type { ItemList } from './item-list.ts'

const text = messages.items.list

/** The kinds of media that the list knows. */
type Kinds = Pick<ItemList, 'kinds' | 'kindOf'>

const ofKind = (items: readonly Item[], name: string) => items.filter(({ kind }) => kind === name)

/** `Pictures`, `Videos`, or both, by what is among `items`. */
export const titleText = (items: readonly Item[], { kinds }: Kinds): string =>
  text.title(kinds.filter(({ name }) => ofKind(items, name).length > 0).map(({ texts }) => texts.title))

/** `2 pictures, 1 video`; empty where there are no items. */
export const countsText = (items: readonly Item[], { kinds }: Kinds): string =>
  text.counts(
    kinds.flatMap(({ name, texts }) => {
      const count = ofKind(items, name).length
      return count > 0 ? [texts.count(count)] : []
    }),
  )

/** `2 pictures done, 1 to go, 1 did not work` */
export const progressText = (list: Kinds & Pick<ItemList, 'get'>): string => {
  const { items } = list.get()
  const inPhase = (...phases: readonly Phase[]) =>
    items.filter((item) => phases.includes(list.kindOf(item).phase(item)))
  const ready = inPhase('ready')
  const unsent = ready.filter((item) => list.kindOf(item).workLocation(item) === 'service')
  return text.progress({
    done: countsText(inPhase('done'), list),
    ready: ready.length - unsent.length,
    unsent: unsent.length,
    open: inPhase('starting', 'waiting', 'working').length,
    paused: inPhase('paused').length,
    failed: inPhase('failed', 'unreadable').length,
  })
}
