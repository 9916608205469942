import type { Intake } from '#studio/intake/use-intake.tsx'
import type { CommandRunners } from '#studio/keyboard/use-commands.ts'
import {
  fitToViewport,
  type ViewerState,
  type ViewerStore,
  withDivider,
  zoomed,
} from '#studio/viewer/viewer-state.ts'
import { zoomStep } from '#studio/viewer/zoom-math.ts'
import type { Undo } from './undo-bar.tsx'
import type { WorkspaceStore } from './workspace.ts'
import { nextEntry } from './workspace.ts'

type Parts = {
  readonly desk: WorkspaceStore
  readonly store: ViewerStore
  readonly intake: Intake
  readonly undo: Undo
  readonly openHelp: () => void
}

/** What the keys do for pictures and videos alike. With nothing on the stage most stay with the browser. */
export const sharedCommands = ({ desk, store, intake, undo, openHelp }: Parts): CommandRunners => {
  const onStage = (change: (state: ViewerState) => ViewerState) => () =>
    desk.get().selectedId === null ? false : store.set(change)
  const view = (name: ViewerState['view']) => onStage((state) => ({ ...state, view: name }))
  return {
    open: intake.pick,
    help: openHelp,
    undo: undo.run,
    next: () => {
      const entry = nextEntry(desk.get())
      return entry ? desk.select(entry) : false
    },
    peek: onStage((state) => ({ ...state, peeking: true })),
    result: view('result'),
    wipe: view('wipe'),
    original: view('original'),
    wipeLeft: onStage((state) => withDivider(state, state.divider - 0.02)),
    wipeRight: onStage((state) => withDivider(state, state.divider + 0.02)),
    zoomIn: onStage((state) => zoomed(state, zoomStep)),
    zoomOut: onStage((state) => zoomed(state, 1 / zoomStep)),
    zoomFit: onStage(fitToViewport),
  }
}
