import type { Intake } from '#studio/intake/use-intake.ts'
import type { CommandRunners } from '#studio/keys/use-commands.ts'
import { fitted, type StageState, type StageStore, wiped, zoomed } from '#studio/stage/stage-state.ts'
import { zoomStep } from '#studio/stage/zoom-math.ts'
import { entryAfter } from './desk-state.ts'
import type { DeskStore } from './use-desk.ts'
import type { Undo } from './use-undo.ts'

type Parts = {
  readonly desk: DeskStore
  readonly store: StageStore
  readonly intake: Intake
  readonly undo: Undo
  readonly openHelp: () => void
}

/** What the keys do for pictures and videos alike. With nothing on the stage most stay with the browser. */
export const sharedCommands = ({ desk, store, intake, undo, openHelp }: Parts): CommandRunners => {
  const onStage = (change: (state: StageState) => StageState) => () =>
    desk.get().selectedId === null ? false : store.set(change)
  const view = (name: StageState['view']) => onStage((state) => ({ ...state, view: name }))
  return {
    open: intake.pick,
    help: openHelp,
    undo: undo.run,
    next: () => {
      const entry = entryAfter(desk.get())
      return entry ? desk.select(entry) : false
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
  }
}
