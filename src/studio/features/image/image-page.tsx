import { useEffect, useState } from 'react'
import { useDrop } from '#studio/hooks/use-drop.ts'
import { useStore } from '#studio/hooks/use-store.ts'
import { DropVeil } from './drop-veil.tsx'
import { EmptyPage } from './empty-page.tsx'
import { Actions } from './export/actions.tsx'
import { useExport } from './export/use-export.ts'
import { useZip } from './export/use-zip.ts'
import { imageCommands } from './image-commands.ts'
import { FilePicker } from './intake/file-picker.tsx'
import { LinkNotice } from './intake/link-notice.tsx'
import { useIntake } from './intake/use-intake.ts'
import { PhoneBar } from './queue/phone-bar.tsx'
import { QueuePanel } from './queue/queue-panel.tsx'
import { countStates, find } from './queue/queue-state.ts'
import { RecipePanel } from './recipe/recipe-panel.tsx'
import { Stage } from './stage/stage.tsx'
import { createStageStore } from './stage/stage-state.ts'
import { useCommands } from './use-commands.ts'
import { useImageQueue } from './use-image-queue.ts'
import { useWarmUp } from './use-warm-up.ts'
import { titleText } from './words/progress-words.ts'

/** Pictures in, cut-outs out: the queue, the stage and the recipe. */
export function ImagePage({ onHelp }: { readonly onHelp: () => void }) {
  const queue = useImageQueue()
  const state = useStore(queue)
  const [store] = useState(createStageStore)
  const intake = useIntake(queue)
  const work = useExport(queue)
  const zip = useZip(queue)
  const warmUp = useWarmUp()
  const isOver = useDrop(intake.addDropped)
  useEffect(() => {
    if (isOver) warmUp()
  })
  useCommands(imageCommands({ queue, store, intake, work, openHelp: onHelp }), () =>
    store.set((all) => (all.peeking ? { ...all, peeking: false } : all)),
  )
  const selected = find(state, state.selectedId)
  const running = state.items.find((item) => item.state === 'working')
  const title = titleText(running ? { ...running, left: countStates(state.items).waiting } : null)
  useEffect(() => {
    document.title = title
  }, [title])
  const bar = { queue, state, zip, onPick: intake.pick, onClear: queue.clear }
  return (
    <main className="relative min-h-0 flex-1 overflow-y-auto" data-busy={selected ? true : undefined}>
      {selected ? (
        <div className="flex h-full flex-col max-lg:min-h-[42rem] lg:flex-row">
          <h1 className="sr-only">Clearcut Studio: {selected.name}</h1>
          <PhoneBar {...bar} />
          <QueuePanel {...bar} />
          <Stage item={selected} queue={queue} store={store} />
          <RecipePanel>
            <Actions item={selected} work={work} />
          </RecipePanel>
          <LinkNotice link={intake.link} zip={zip} />
        </div>
      ) : (
        <EmptyPage intake={intake} onNear={warmUp} />
      )}
      <FilePicker intake={intake} />
      {isOver ? <DropVeil /> : null}
    </main>
  )
}
