import { useState } from 'react'
import type { Item } from '#library/items/item.ts'
import { applyParts, differencesFrom, othersOf } from '#library/items/item-recipes.ts'
import type { PartName, RecipePart } from '#library/recipe/recipe-parts.ts'
import { messages } from '#studio/messages/messages.ts'
import { useAnnounce } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import type { PageList } from './media-kind.ts'

const texts = messages.items.settings

type Props = {
  readonly list: PageList
  readonly item: Item
  /** Whether the item is chosen together with others. */
  readonly hasChosen: boolean
  readonly onDone: () => void
}

/** Applies the settings of one item to others: lists the differences, and lets the user leave out each part. */
export function ApplySettings({ list, item, hasChosen, onDone }: Props) {
  const announce = useAnnounce()
  const kind = list.kindOf(item)
  const [scope, setScope] = useState<'chosen' | 'all'>(hasChosen ? 'chosen' : 'all')
  const [turned, setTurned] = useState<readonly PartName[]>([])
  const state = list.get()
  const countOf = (reach: 'chosen' | 'all') => othersOf(state, item, reach).length
  const differences = differencesFrom(list, item, scope)
  /** Parts of the item's own are left out by default. */
  const takes = ({ name, isOwn }: RecipePart) => isOwn === turned.includes(name)
  const taken = differences.map(({ part }) => part).filter(takes)
  const turn = (name: PartName) =>
    setTurned((before) =>
      before.includes(name) ? before.filter((other) => other !== name) : [...before, name],
    )
  const apply = () => {
    applyParts(list, item, scope, taken)
    announce(texts.applied(kind.texts.count(countOf(scope))))
    onDone()
  }
  return (
    <div className="space-y-4">
      {hasChosen ? (
        <Segmented
          legend={texts.applyTo}
          choices={[
            { value: 'chosen', label: texts.otherChosen(countOf('chosen')) },
            { value: 'all', label: texts.allOthers(countOf('all')) },
          ]}
          value={scope}
          onChange={setScope}
        />
      ) : null}
      <fieldset>
        <legend className="pb-2 text-sm text-ink-soft">
          {differences.length > 0 ? texts.changes : texts.noChanges}
        </legend>
        {differences.map(({ part, count }) => (
          <label key={part.name} className="touchable flex cursor-pointer items-center gap-3 py-1.5 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-ink"
              checked={takes(part)}
              onChange={() => turn(part.name)}
            />
            <span className="min-w-0 flex-1">
              <span className="font-medium">{texts.parts[part.name]}</span>{' '}
              <span className="text-ink-soft">{kind.partText(part.name, item.recipe)}</span>
            </span>
            <span className="figures shrink-0 text-xs text-ink-faint">{kind.texts.count(count)}</span>
          </label>
        ))}
      </fieldset>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{messages.app.cancel}</Button>
        <Button variant="main" disabled={taken.length === 0} onClick={apply}>
          {texts.applyNow(kind.texts.count(countOf(scope)))}
        </Button>
      </div>
    </div>
  )
}
