import { LoaderCircle } from 'lucide-react'
import { use } from 'react'
import type { Item } from '#library/items/item.ts'
import { ariaKeys, type Command, shownKeys } from '#studio/keyboard/command.ts'
import { CommandsContext } from '#studio/keyboard/use-commands.ts'
import { useStore } from '#studio/state/store.ts'
import { Button } from '#studio/ui/button.tsx'
import type { PageList } from './media-kind.ts'

type Props<T extends Item> = {
  readonly commands: readonly Command<[T]>[]
  readonly id: Command['id']
  readonly item: T
  /** Whether this is the main button, which is wide and has a label. */
  readonly isMain?: boolean
  /** Whether another button is the main one now: this one is then neither lime nor large. */
  readonly isPlain?: boolean
  /** Whether its work is running. */
  readonly isBusy?: boolean
  readonly disabled?: boolean
}

/** A command as a button in an item's panel. */
export function CommandButton<T extends Item>({ commands, id, item, isMain = false, ...props }: Props<T>) {
  const { isPlain = false, isBusy = false, disabled = false } = props
  const command = commands.find((each) => each.id === id)
  if (!command) return null
  const label = command.label?.('panel', item) ?? ''
  const [key] = shownKeys(command)
  const Icon = isBusy ? LoaderCircle : command.icon?.(item)
  return (
    <Button
      variant={isMain && !isPlain ? 'main' : 'plain'}
      large={isMain && !isPlain}
      className={isMain ? 'flex-1 px-3!' : 'size-12! rounded-md'}
      aria-label={isMain ? undefined : label}
      title={isMain ? undefined : key ? `${label} (${key})` : label}
      aria-keyshortcuts={ariaKeys(command) || undefined}
      disabled={disabled || !(command.applies?.(item) ?? true)}
      onClick={() => command.run?.(item)}
    >
      {Icon ? (
        <Icon
          size={isPlain ? 15 : isMain ? 19 : 18}
          strokeWidth={1.8}
          aria-hidden
          className={isBusy ? 'animate-spin' : ''}
        />
      ) : null}
      {isMain ? label : null}
    </Button>
  )
}

/** The list whose state decides which commands apply. */
export type Listed = Pick<PageList, 'get' | 'subscribe'>

/** The buttons for the whole list, below the list, and on phones in the panel of an item. */
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
