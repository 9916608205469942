import { use } from 'react'
import { CommandsContext } from '#studio/keyboard/use-commands.ts'
import { useStore } from '#studio/state/store.ts'
import { Button } from '#studio/ui/button.tsx'
import type { PageList } from './media-kind.ts'

/** The list that changes what can be done. */
export type Listed = Pick<PageList, 'get' | 'subscribe'>

/** The buttons of what can be done with the whole list now, below the list, and on phones in the panel of an item. */
export function ListCommands({ list }: { readonly list: Listed }) {
  useStore(list)
  return use(CommandsContext)
    .filter(({ places, applies }) => places?.includes('list') && applies?.())
    .map(({ id, icon, label, run }) => {
      const Icon = icon?.()
      return (
        <Button key={id} className="grow" onClick={run}>
          {Icon ? <Icon size={15} strokeWidth={1.9} aria-hidden /> : null} {label?.('list')}
        </Button>
      )
    })
}
