import { memo, use, useEffect, useMemo, useState } from 'react'
import type { Item } from '#library/items/item.ts'
import { type Command, shownKeys } from '#studio/keyboard/command.ts'
import { CommandsContext } from '#studio/keyboard/use-commands.ts'
import { useDragOut } from '#studio/media/drag-out.ts'
import { messages } from '#studio/messages/messages.ts'
import type { MediaKind, PageList } from './media-kind.ts'
import { markColor, PhaseMark } from './phase-mark.tsx'
import { ShownItemContext } from './shown-item.ts'

const texts = messages.review

type Props = {
  readonly item: Item
  readonly kind: MediaKind
  readonly list: PageList
  /** Its index among `count` results. */
  readonly at: number
  readonly count: number
  readonly column: number
  /** The height of the tile's picture. */
  readonly heightPx: number
  readonly isSelected: boolean
  /** Whether Tab reaches the tile. */
  readonly isTabStop: boolean
}

/** A result in the grid with its buttons, which Tab reaches while it is selected. */
export const ResultTile = memo(function ResultTile(props: Props) {
  const { item, kind, list, at, count, column, heightPx, isSelected, isTabStop } = props
  const phase = kind.phase(item)
  const isUncertain = kind.isUncertain(item)
  const isEager = isSelected && !kind.isLongWork
  const dragOut = useDragOut({ item, results: () => kind.results(item), isEager })
  const select = () => {
    if (list.get().selectedId !== item.id) list.select(item.id)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table does not take tiles
    <div
      role="gridcell"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={texts.tile(item.name, kind.reviewText(item), at + 1, count)}
      aria-colindex={column + 1}
      aria-selected={isSelected}
      data-state={phase}
      onFocus={select}
      className={`flex min-w-0 flex-col rounded-md p-1.5 focus-visible:outline-offset-0 ${isSelected ? 'bg-raised shadow-edge inset-ring inset-ring-line-strong' : ''}`}
    >
      <div {...dragOut} className="relative" style={{ height: heightPx }}>
        {kind.thumbnail(item, true)}
        {isSelected ? <ReviewAid item={item} kind={kind} list={list} /> : null}
      </div>
      <p className="mt-1 truncate text-sm font-medium" title={item.name}>
        {item.name}
      </p>
      <p className={`flex items-center gap-1 text-xs ${markColor(phase, isUncertain)}`}>
        <PhaseMark phase={phase} isUncertain={isUncertain} />
        <span className="truncate">{kind.phaseText(item)}</span>
      </p>
      <div className="-mx-1 mt-0.5 flex">
        <TileButton
          id="keepResult"
          isPressed={item.isLookedAt}
          item={item}
          select={select}
          isTabStop={isTabStop}
        />
        <TileButton id="fixResult" item={item} select={select} isTabStop={isTabStop} />
        <TileButton id="remove" isIcon item={item} select={select} isTabStop={isTabStop} />
      </div>
    </div>
  )
})

type ButtonProps = {
  readonly id: Command['id']
  readonly item: Item
  readonly select: () => void
  readonly isTabStop: boolean
  readonly isPressed?: boolean | undefined
  /** Whether the button has no label. */
  readonly isIcon?: boolean
}

/** Does not use `useCommand`, which would check for each of many tiles whether the command applies. */
function TileButton({ id, item, select, isTabStop, isPressed, isIcon = false }: ButtonProps) {
  const commands = use(CommandsContext)
  const command = commands.find((each) => each.id === id)
  const label = command?.label?.('panel') ?? ''
  const Icon = command?.icon?.()
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`${label} ${item.name}`}
      title={command && `${label} (${shownKeys(command)[0]})`}
      aria-pressed={isPressed}
      onClick={() => {
        select()
        if (command?.applies?.()) command.run?.()
      }}
      className="touchable flex h-7 items-center justify-center gap-1 rounded-sm px-1.5 text-xs pointer-coarse:px-1 font-medium text-ink-soft last:ml-auto hover:bg-ink/7 hover:text-ink aria-pressed:text-mark"
    >
      {Icon ? <Icon size={14} strokeWidth={2} aria-hidden className="shrink-0" /> : null}
      {isIcon ? null : label}
    </button>
  )
}

/** How long a tile must be selected before anything is computed for it, in milliseconds. */
const settleMs = 400

function ReviewAid({ item, kind, list }: Pick<Props, 'item' | 'kind' | 'list'>) {
  const { id } = item
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), settleMs)
    return () => clearTimeout(timer)
  }, [])
  const shown = useMemo(() => ({ list, id }), [list, id])
  return <ShownItemContext value={shown}>{isDue ? kind.reviewAid(item) : null}</ShownItemContext>
}
