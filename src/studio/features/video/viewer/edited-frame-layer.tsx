import type { DOMAttributes } from 'react'
import { editFilter } from '#studio/edit/edit-filters.tsx'
import type { EditView } from '#studio/edit/editor-state.ts'
import { backdropProps } from '#studio/viewer/backdrop-choice.tsx'
import type { Backdrop } from '#studio/viewer/viewer-state.ts'

/** A frame that is edited: how it is shown, and what its keys do. */
export type FrameEditing = {
  readonly view: EditView
  readonly keys: Pick<DOMAttributes<HTMLElement>, 'onKeyDown' | 'onKeyUp'>
  /** The address of the edited frame; null until there is one. */
  readonly url: string | null
  /** An edit is worked on that the shown frame does not have yet. */
  readonly isBusy: boolean
}

type Props = Pick<FrameEditing, 'view'> & {
  readonly url: string
  readonly label: string
  readonly backdrop: Backdrop
}

/** The edited frame, over the clip that it is of. */
export const EditedFrameLayer = ({ view, url, label, backdrop }: Props) => (
  <div
    {...(view === 'result'
      ? backdropProps(backdrop, 'absolute inset-0')
      : { className: `absolute inset-0 ${view === 'overlay' ? '' : 'bg-black'}` })}
  >
    <img
      src={url}
      alt={label}
      draggable={false}
      className="absolute size-full max-w-none"
      style={editFilter(view)}
    />
  </div>
)
