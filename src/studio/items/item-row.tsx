import { Check, Cloud, X } from 'lucide-react'
import { memo } from 'react'
import type { Item } from '#library/items/item.ts'
import type { ItemList } from '#library/items/item-list.ts'
import type { Command } from '#studio/keyboard/command.ts'
import { useDragOut } from '#studio/media/drag-out.ts'
import { messages } from '#studio/messages/messages.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { rowProps } from './collection.tsx'
import type { MediaKind } from './media-kind.ts'
import { markColor, PhaseMark } from './phase-mark.tsx'
import type { RowRoom } from './rows-in-view.ts'
import { useChoosing } from './use-choosing.ts'

const texts = messages.items.row

type Props = RowRoom & {
  readonly item: Item
  readonly kind: MediaKind
  readonly list: Pick<ItemList, 'select' | 'choose' | 'remove'>
  /** Its index among `count` items. */
  readonly at: number
  readonly count: number
  readonly isStrip: boolean
  readonly isSelected: boolean
  /** Null while no items are chosen together. */
  readonly isChosen: boolean | null
}

/**
 * A row of the list. All rows are equally long, except on phones: there a row is only the thumbnail, and the selected
 * row also has its remove button, but not while several items are chosen, because it would move under the finger.
 * Memoised, because one item changes often, and all are rendered on scrolling.
 */
export const ItemRow = memo(function ItemRow(props: Props) {
  const { item, kind, list, at, count, isSelected, isChosen } = props
  const choosing = useChoosing(list, item.id, isChosen !== null)
  const phase = kind.phase(item)
  const isUncertain = kind.isUncertain(item)
  const isSent = kind.workLocation(item) === 'service'
  const markedPhase = phase === 'ready' && isSent ? 'sent' : phase
  const isEager = isSelected && !kind.isLongWork
  const dragOut = useDragOut({ item, results: () => kind.results(item), isEager })
  return (
    <li
      data-state={phase}
      {...rowProps(at, count, props, props.isStrip)}
      className={`group relative flex items-center rounded-md transition-colors max-lg:shrink-0 sideways:w-56 ${isSelected ? 'bg-raised shadow-edge inset-ring inset-ring-line-strong' : isChosen ? 'bg-ink/7' : 'hover:bg-ink/5'}`}
    >
      <button
        type="button"
        aria-current={isSelected ? 'true' : undefined}
        aria-pressed={isChosen ?? undefined}
        {...choosing}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md p-1.5 text-left stacked:min-h-12 stacked:min-w-12 stacked:p-1"
      >
        <span {...dragOut} className="relative shrink-0">
          {kind.thumbnail(item)}
          {isChosen ? (
            <span className="absolute -top-1 -left-1 grid size-4.5 place-items-center rounded-full bg-ink text-on-ink">
              <Check size={12} strokeWidth={2.5} aria-hidden />
            </span>
          ) : null}
          {phase === 'done' && !isUncertain ? null : (
            <span
              className={`absolute -right-1 -bottom-1 hidden size-4.5 place-items-center rounded-full bg-panel stacked:grid ${markColor(phase, isUncertain)}`}
            >
              <PhaseMark phase={markedPhase} isUncertain={isUncertain} />
            </span>
          )}
        </span>
        <span className="min-w-0 flex-1 stacked:sr-only">
          <span className="block truncate text-sm font-medium" title={item.name}>
            {item.name}
          </span>
          <span
            className={`figures flex min-h-4.5 items-center gap-1 text-xs ${markColor(phase, isUncertain)}`}
          >
            <PhaseMark phase={markedPhase} isUncertain={isUncertain} />
            <span className="truncate">{kind.phaseText(item)}</span>
          </span>
          <span
            className={`figures flex min-h-4 items-center gap-1 text-2xs text-ink-faint ${isSent ? '' : 'stacked:hidden'}`}
          >
            {isSent ? (
              <span className="flex shrink-0 items-center gap-1 font-medium text-ink-soft">
                <Cloud size={12} strokeWidth={2} aria-hidden /> {messages.ui.atService}
              </span>
            ) : null}
            <span className="truncate stacked:hidden">
              <kind.Facts item={item} />
            </span>
          </span>
        </span>
      </button>
      <span
        className={`flex shrink-0 pr-1 stacked:pr-0 ${isSelected && isChosen === null ? '' : 'stacked:hidden'}`}
      >
        {kind.commands
          .filter((command) => isInRow(command, isSelected) && (command.applies?.(item) ?? true))
          .map((command) => (
            <IconButton
              key={command.id}
              small
              icon={command.icon?.(item) ?? X}
              label={command.label?.('row', item) ?? ''}
              onClick={() => command.run?.(item)}
            />
          ))}
        <IconButton small icon={X} label={texts.remove(item.name)} onClick={() => list.remove([item.id])} />
      </span>
      {phase === 'working' || phase === 'paused' ? (
        <span className="absolute inset-x-2 bottom-0">
          <ProgressBar slim label={texts.progress(item.name)} percent={kind.percent(item)} />
        </span>
      ) : null}
    </li>
  )
})

/** A button in the panel of the selected item is not repeated in its row. */
const isInRow = ({ places = [] }: Pick<Command, 'places'>, isSelected: boolean): boolean =>
  places.includes('row') && !(isSelected && places.includes('panel'))
