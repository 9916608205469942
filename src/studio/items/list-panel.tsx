import { FolderArchive, FolderInput, LayoutGrid, Plus, Trash2, X } from 'lucide-react'
import type { SaveProgress } from '#library/save.ts'
import { useSaveAll } from '#studio/media/saver.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { ListCommands } from './command-buttons.tsx'
import { ItemRows } from './item-rows.tsx'
import { countsText, progressText, titleText } from './list-text.ts'
import type { PageList } from './media-kind.ts'
import { ResultCounts, toggleGroup } from './result-counts.tsx'
import type { ReviewStore } from './review-state.ts'
import { listedGroup, listedItems } from './reviewed-items.ts'

const text = messages.items.list

type Props = { readonly list: PageList; readonly review: ReviewStore }

const clear = (list: PageList) => list.remove(list.get().items.map(({ id }) => id))

/** All items with their phases: a column on desktops, a strip on phones. */
export function ListPanel({ list, review }: Props) {
  const { items, chosenIds } = useStore(list)
  const saveAll = useSaveAll()
  const { running } = useStore(saveAll)
  const group = listedGroup(items, useStore(review), list)
  const count = listedItems(items, { group }, list).length
  const title = group ? text.groups[group](count) : titleText(items, list)
  return (
    <section
      aria-labelledby="queue-title"
      className="flex min-h-0 flex-col border-line bg-panel sideways:col-start-2 sideways:row-start-1 sideways:min-w-0 sideways:border-l stacked:min-w-0 stacked:flex-1 lg:w-64 lg:border-r"
    >
      <header className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4 max-lg:hidden">
        <h2 id="queue-title" className="text-sm font-semibold">
          {chosenIds.length > 0 ? (
            text.chosen(chosenIds.length)
          ) : (
            <>
              {title} <span className="figures font-normal text-ink-faint">{group ? '' : count}</span>
            </>
          )}
        </h2>
        <span className="flex">
          <ListButtons list={list} />
        </span>
      </header>
      <ItemRows list={list} review={review} label={title} />
      <footer
        className={`shrink-0 border-t border-line p-3 max-lg:hidden ${items.length < 2 ? 'hidden' : ''}`}
      >
        <div className="figures mb-2 flex flex-wrap items-center gap-1.5 text-xs text-ink-soft">
          <ResultCounts list={list} review={review} />
          <p>{progressText(list)}</p>
        </div>
        <div className="mb-2 flex flex-wrap gap-2 empty:hidden">
          <ListCommands list={list} />
        </div>
        {running ? (
          <ZipProgress progress={running.progress} onCancel={saveAll.cancel} />
        ) : (
          <Button
            className="w-full"
            disabled={saveAll.count() === 0}
            onClick={() => saveAll.start(chosenIds)}
          >
            <FolderArchive size={16} strokeWidth={1.75} aria-hidden /> {saveAllText(chosenIds)}
          </Button>
        )}
      </footer>
    </section>
  )
}

type ZipProps = { readonly progress: SaveProgress; readonly onCancel: () => void }

const ZipProgress = ({ progress: { done, total }, onCancel }: ZipProps) => (
  <div className="flex items-center gap-2">
    <ProgressBar label={messages.app.saveAll.progress} percent={Math.round((100 * done) / total)} />
    <Button variant="quiet" onClick={onCancel}>
      {messages.app.cancel}
    </Button>
  </div>
)

/** On phones: the header and footer of the list in one row; in portrait, in the row of the list itself. */
export function ListBar({ list, review }: Props) {
  const { items, selectedId, chosenIds } = useStore(list)
  const saveAll = useSaveAll()
  const { running } = useStore(saveAll)
  const group = listedGroup(items, useStore(review), list)
  const hasRows = items.length > 1 || selectedId === null
  return (
    <div
      className={`flex items-center justify-between bg-panel sideways:col-start-2 sideways:row-start-2 sideways:border-b sideways:border-l sideways:border-line sideways:px-3 lg:hidden ${hasRows ? 'stacked:pr-1' : 'stacked:grow stacked:px-3'}`}
    >
      <p className="figures text-sm font-semibold">
        {chosenIds.length > 0 ? (
          text.chosen(chosenIds.length)
        ) : group ? (
          <Button variant="quiet" onClick={() => toggleGroup({ list, review }, group)}>
            {text.groups[group](listedItems(items, { group }, list).length)} <X size={15} aria-hidden />
          </Button>
        ) : (
          <span className={hasRows ? 'stacked:sr-only' : ''}>{countsText(items, list)}</span>
        )}
        <span className="font-normal text-ink-faint">
          {running
            ? messages.app.saveAll.packingAfter(running.progress.done + 1, running.progress.total)
            : ''}
        </span>
      </p>
      <span className="flex">
        {items.length > 1 ? (
          <IconButton
            icon={FolderArchive}
            label={saveAllText(chosenIds)}
            disabled={saveAll.count() === 0}
            onClick={() => saveAll.start(chosenIds)}
          />
        ) : null}
        <ListButtons list={list} />
      </span>
    </div>
  )
}

/** Adds files and clears the list; while items are chosen, removes or unchooses them. */
const ListButtons = ({ list }: Pick<Props, 'list'>) => {
  const { items, chosenIds } = useStore(list)
  return chosenIds.length > 0 ? (
    <>
      <IconButton icon={Trash2} label={text.removeChosen(chosenIds.length)} command="remove" />
      <IconButton icon={X} label={text.chooseNone} command="chooseNone" />
    </>
  ) : (
    <>
      {items.length > 1 ? (
        <IconButton icon={LayoutGrid} label={messages.review.open} command="review" />
      ) : null}
      <IconButton
        icon={FolderInput}
        label={messages.app.folder.title}
        command="folder"
        className="max-lg:hidden"
      />
      <IconButton icon={Plus} label={text.add} command="open" />
      <IconButton icon={Trash2} label={text.clear} onClick={() => clear(list)} />
    </>
  )
}

const saveAllText = (chosenIds: readonly string[]): string =>
  chosenIds.length > 0 ? messages.app.saveAll.chosen(chosenIds.length) : messages.app.saveAll.action
