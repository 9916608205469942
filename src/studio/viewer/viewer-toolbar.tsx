import { Columns2, Eye, Maximize, Minus, Plus, Scissors } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { formatPercent } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { BackdropChoice } from './backdrop-choice.tsx'
import { type Backdrop, cameraOf, type View, type ViewerStore } from './viewer-state.ts'

const text = messages.viewer

const choice = (value: View, icon: typeof Eye) => {
  const { label, hint } = text.views[value]
  return { value, label: <ViewLabel icon={icon} label={label} />, announced: label, hint }
}

const viewChoices = [choice('result', Scissors), choice('compare', Columns2), choice('original', Eye)]

type Props = {
  readonly store: ViewerStore
  /** Replaces the choice of result, before and after, and original. */
  readonly children?: ReactNode
  /** A button beside the choice. */
  readonly more?: ReactNode
}

/** Controls of the view. They do not change the saved file. */
export const ViewerToolbar = memo(function ViewerToolbar({ store, children, more }: Props) {
  const state = useStore(store)
  const { isEmpty } = state
  const setBackdrop = (backdrop: Backdrop) => store.set((all) => ({ ...all, backdrop }))
  const percent = Math.round(cameraOf(state).scale * 100)
  // Hidden if a longer choice or a small window leaves no space; keys and the wheel do the same.
  const zoomClass = children ? 'lg:max-xl:hidden' : ''
  return (
    <div className="flex h-14 shrink-0 items-center justify-between gap-2 px-3 max-[20rem]:gap-1 max-[20rem]:overflow-x-auto max-[20rem]:px-0 sm:px-4">
      {children ?? (
        <div className="flex items-center gap-1">
          <Segmented
            legend={text.view}
            choices={viewChoices}
            value={state.view}
            isDisabled={isEmpty}
            onChange={(view) => store.set((all) => ({ ...all, view }))}
          />
          {more}
        </div>
      )}
      <BackdropChoice value={state.backdrop} onChange={setBackdrop} />
      <div className="flex items-center max-sm:hidden">
        <IconButton
          icon={Minus}
          label={text.zoomOut}
          command="zoomOut"
          disabled={isEmpty}
          className={`sideways:max-md:hidden ${zoomClass}`}
        />
        <span className="figures w-12 text-center text-xs text-ink-soft max-xl:hidden">
          {formatPercent(percent)}
        </span>
        <IconButton
          icon={Plus}
          label={text.zoomIn}
          command="zoomIn"
          disabled={isEmpty}
          className={`sideways:max-md:hidden ${zoomClass}`}
        />
        <IconButton icon={Maximize} label={text.fit} command="zoomFit" disabled={isEmpty} />
      </div>
    </div>
  )
})

function ViewLabel({ icon: Icon, label }: { readonly icon: typeof Eye; readonly label: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Icon size={15} strokeWidth={1.75} aria-hidden className="max-xl:hidden max-[20rem]:block" />
      <span className="max-[20rem]:sr-only">{label}</span>
    </span>
  )
}
