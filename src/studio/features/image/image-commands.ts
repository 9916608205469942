import type { ExportWork } from './export/use-export.ts'
import type { Intake } from './intake/use-intake.ts'
import type { ImageQueue } from './queue/image-queue.ts'
import { find, neighbour } from './queue/queue-state.ts'
import { fitted, type StageState, type StageStore, steppedBack, wiped, zoomed } from './stage/stage-state.ts'
import { zoomStep } from './stage/zoom-math.ts'
import type { CommandRunners } from './use-commands.ts'

type Parts = {
  readonly queue: ImageQueue
  readonly store: StageStore
  readonly intake: Intake
  readonly work: ExportWork
  readonly openHelp: () => void
}

/** What every key does on the image page. Without pictures most keys do nothing and stay with the browser. */
export const imageCommands = ({ queue, store, intake, work, openHelp }: Parts): CommandRunners => {
  const selected = () => find(queue.get(), queue.get().selectedId)
  const onDone = (act: (item: NonNullable<ReturnType<typeof selected>>) => void) => () => {
    const item = selected()
    if (item?.state !== 'done') return false
    act(item)
  }
  const onStage = (change: (state: StageState) => StageState) => () =>
    selected() ? store.set(change) : false
  const view = (name: StageState['view']) => onStage((state) => ({ ...state, view: name }))
  return {
    open: intake.pick,
    help: openHelp,
    save: onDone(work.save),
    copy: onDone(work.copy),
    next: () => {
      const id = neighbour(queue.get(), 1)
      return id ? queue.select(id) : false
    },
    remove: () => {
      const item = selected()
      return item ? queue.remove(item.id) : false
    },
    peek: onStage((state) => ({ ...state, peeking: true })),
    result: view('result'),
    wipe: view('wipe'),
    original: view('original'),
    wipeLeft: onStage((state) => wiped(state, state.wipe - 0.02)),
    wipeRight: onStage((state) => wiped(state, state.wipe + 0.02)),
    zoomIn: onStage((state) => zoomed(state, zoomStep)),
    zoomOut: onStage((state) => zoomed(state, 1 / zoomStep)),
    zoomFit: onStage(fitted),
    back: () => {
      const item = selected()
      if (!item) return false
      if (item.state === 'working' || item.state === 'waiting') return queue.cancel(item.id)
      const before = steppedBack(store.get())
      return before ? store.set(before) : false
    },
  }
}
