import { Columns2, Eye, Maximize, Minus, Plus, Scissors } from 'lucide-react'
import { memo } from 'react'
import { useStore } from '#studio/state/store.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { BackdropChoice } from './backdrop-choice.tsx'
import {
  type Backdrop,
  cameraOf,
  fitToViewport,
  type View,
  type ViewerStore,
  zoomed,
} from './viewer-state.ts'
import { zoomStep } from './zoom-math.ts'

const viewChoices = [
  {
    value: 'result',
    label: <ViewLabel icon={Scissors} text="Result" />,
    spoken: 'Result',
    hint: 'Result (1)',
  },
  {
    value: 'wipe',
    label: <ViewLabel icon={Columns2} text="Compare" />,
    spoken: 'Compare',
    hint: 'Before and after (2)',
  },
  {
    value: 'original',
    label: <ViewLabel icon={Eye} text="Original" />,
    spoken: 'Original',
    hint: 'Original (3)',
  },
] as const satisfies readonly { value: View; [key: string]: unknown }[]

/** How to look at the result: nothing here changes the file. */
export const ViewerToolbar = memo(function StageToolbar({ store }: { readonly store: ViewerStore }) {
  const state = useStore(store)
  const setBackdrop = (backdrop: Backdrop) => store.set((all) => ({ ...all, backdrop }))
  const percent = Math.round(cameraOf(state).scale * 100)
  return (
    <div className="flex h-14 shrink-0 items-center justify-between gap-2 px-3 sm:px-4">
      <Segmented
        legend="View"
        choices={viewChoices}
        value={state.view}
        onChange={(view) => store.set((all) => ({ ...all, view }))}
      />
      <BackdropChoice value={state.backdrop} onChange={setBackdrop} />
      <div className="flex items-center max-sm:hidden">
        <IconButton
          icon={Minus}
          label="Zoom out"
          keys="-"
          onClick={() => store.set((all) => zoomed(all, 1 / zoomStep))}
        />
        <span className="figures w-12 text-center text-xs text-ink-soft max-xl:hidden">{percent} %</span>
        <IconButton
          icon={Plus}
          label="Zoom in"
          keys="+"
          onClick={() => store.set((all) => zoomed(all, zoomStep))}
        />
        <IconButton icon={Maximize} label="Fit" keys="0" onClick={() => store.set(fitToViewport)} />
      </div>
    </div>
  )
})

function ViewLabel({ icon: Icon, text }: { readonly icon: typeof Eye; readonly text: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Icon size={15} strokeWidth={1.75} aria-hidden className="max-xl:hidden" />
      {text}
    </span>
  )
}
