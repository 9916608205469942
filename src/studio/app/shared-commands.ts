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
import { nextEntry, type WorkspaceStore } from './workspace.ts'

type Parts = {
  readonly workspace: WorkspaceStore
  readonly store: ViewerStore
  readonly intake: Intake
  readonly undo: Undo
  readonly openHelp: () => void
}

/** What keys do for pictures and videos alike. While nothing is shown, most keys are left to the browser. */
export const sharedCommands = ({ workspace, store, intake, undo, openHelp }: Parts): CommandRunners => {
  const onViewer = (change: (state: ViewerState) => ViewerState) => () =>
    workspace.selectedId() === null || store.get().isEmpty ? false : store.set(change)
  const view = (name: ViewerState['view']) => onViewer((state) => ({ ...state, view: name }))
  return {
    open: intake.pick,
    help: openHelp,
    undo: undo.run,
    next: () => {
      const entry = nextEntry(workspace.get())
      return entry ? workspace.select(entry.id) : false
    },
    peek: onViewer((state) => ({ ...state, peeking: true })),
    result: view('result'),
    compare: view('compare'),
    original: view('original'),
    dividerLeft: onViewer((state) => withDivider(state, state.divider - 0.02)),
    dividerRight: onViewer((state) => withDivider(state, state.divider + 0.02)),
    zoomIn: onViewer((state) => zoomed(state, zoomStep)),
    zoomOut: onViewer((state) => zoomed(state, 1 / zoomStep)),
    zoomFit: onViewer(fitToViewport),
  }
}
