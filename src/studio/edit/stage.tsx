import type { ReactNode } from 'react'
import type { Phase } from '#library/items/item.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { backdropProps } from '#studio/viewer/backdrop-choice.tsx'
import { CompareSlider } from '#studio/viewer/compare-slider.tsx'
import { useViewerGestures } from '#studio/viewer/use-viewer-gestures.ts'
import { boxStyle, type ShownLayout } from '#studio/viewer/viewer-layout.ts'
import { type Backdrop, cameraOf, type PlacedPicture } from '#studio/viewer/viewer-state.ts'
import { ViewerToolbar } from '#studio/viewer/viewer-toolbar.tsx'
import { type Camera, cameraStyle } from '#studio/viewer/zoom-math.ts'
import { EditFilters } from './edit-filters.tsx'
import { editedPictureProps } from './edit-focus.ts'
import { EditSurface } from './edit-surface.tsx'
import { type EditorStore, type EditView, editViews, isBrush } from './editor-state.ts'
import type { EditingTools } from './use-editing.ts'

const texts = messages.image.edit

type StageProps = {
  readonly label: string
  readonly phase: Phase
  /** The state of the stage, for tests. */
  readonly data?: Readonly<Record<`data-${string}`, boolean | undefined>>
  readonly tools: EditingTools
  /** Whether phones show no toolbar: space is short, and without a result there is nothing to compare. */
  readonly hidesToolbar?: boolean
  /** An extra button of the toolbar. */
  readonly more?: ReactNode
  /** The classes of the element that handles the pointer. */
  readonly areaClass: string
  /** `StageLayers`; null if there is nothing to show. */
  readonly layers: ReactNode
  /** For editing: the original, and the edits that the shown result lacks. */
  readonly edited: Pick<Parameters<typeof EditSurface>[0], 'picture' | 'subject' | 'pending'>
  /** See `EditSurface`. */
  readonly outline?: string | null
  /** The state of the item, over the picture. The pointer reaches the stage between the cards. */
  readonly cards: ReactNode
  readonly cardsClass: string
  /** The content below. */
  readonly children: ReactNode
}

/** The viewer of the selected item: toolbar, layers, editing tools, and cards with the item's state. */
export function Stage({ tools, edited, outline = null, ...props }: StageProps) {
  const { store, editor, stage, drawing, isEditing, tool } = tools
  const handlers = useViewerGestures(store, stage, drawing)
  const cursor = isBrush(tool) ? 'cursor-none' : 'cursor-crosshair'
  return (
    <section
      aria-label={props.label}
      className="sideways-viewer flex min-w-0 flex-1 flex-col max-lg:overflow-x-clip lg:min-h-0"
    >
      <div className={props.hidesToolbar ? 'max-lg:hidden' : ''}>
        <ViewerToolbar store={store} more={props.more}>
          {isEditing ? <EditViewChoice editor={editor} /> : null}
        </ViewerToolbar>
      </div>
      <div
        data-testid="viewer"
        data-state={props.phase}
        {...props.data}
        className="relative flex flex-1 flex-col border-y border-line bg-sunken lg:min-h-0"
      >
        <div className={`relative flex-1 overflow-hidden ${props.areaClass}`}>
          {/* The cards are not children of this element: it captures the pointer, and would block their clicks. */}
          <div
            ref={stage}
            data-stage
            {...handlers}
            className={`absolute inset-0 touch-none select-none ${isEditing ? cursor : ''}`}
          >
            {props.layers}
            {isEditing && props.layers ? <EditSurface tools={tools} {...edited} outline={outline} /> : null}
          </div>
        </div>
        <div className={`pointer-events-none z-20 flex flex-col items-center gap-3 ${props.cardsClass}`}>
          {props.cards}
        </div>
      </div>
      {props.children}
    </section>
  )
}

type LayersProps = {
  readonly tools: EditingTools
  readonly shown: ShownLayout
  /** The original, over its whole box. */
  readonly source: ReactNode
  /** Over the whole stage; null shows only the source. */
  readonly result: ReactNode
  /** The edited frame over the result, if it is a separate element. */
  readonly frame?: ReactNode
  /** Whether hidden layers stay mounted, because a remounted video starts again from 0. */
  readonly keepsHidden?: boolean
  /** Whether the result's position in the source is unknown, so that only one of the two is shown at a time. */
  readonly isApart?: boolean
  /** Whether an edit that the shown result lacks is being computed. */
  readonly isBusy: boolean
  /** Whether enlarged pixels are shown as squares. */
  readonly hasSharpPixels?: boolean
  /** Layers over the result. */
  readonly marks?: ReactNode
  /** Layers over both. */
  readonly overlay?: ReactNode
  /** The handles that place the subject of the result. */
  readonly handles: ReactNode
}

/** The source below its result, moved and scaled by the camera of the viewer. */
export function StageLayers({ tools, shown, source, result, frame, ...props }: LayersProps) {
  const { store, editor, isEditing, keys, picture } = tools
  const { keepsHidden = false } = props
  const state = useStore(store)
  const editView = useStore(editor).view
  const { backdrop, divider, peeking, placed } = state
  const camera = cameraOf(state)
  const { layout, kept } = shown
  const chosen = peeking || !result ? 'original' : isEditing ? 'result' : state.view
  const view = props.isApart && chosen === 'compare' ? 'result' : chosen
  const hidesSource = !keepsHidden && view === 'result' && !(isEditing && editView === 'overlay')
  const isCovered = view === 'original' || (keepsHidden && isEditing)
  const resultFrom = isCovered ? 1 : view === 'compare' ? divider : 0
  const clipPath = `inset(0 0 0 ${resultFrom * 100}%)`
  // Below the result it would show as a line at edges between two pixels of the screen.
  const sourceUntil = isEditing ? 1 : resultFrom
  const pixelated = props.hasSharpPixels && camera.scale >= 3 ? '[image-rendering:pixelated]' : ''
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name.
    <div
      ref={picture}
      role={isEditing ? 'application' : 'group'}
      aria-label={texts.picture}
      aria-description={isEditing ? texts.pictureHelp : undefined}
      aria-busy={props.isBusy}
      {...(isEditing ? { ...editedPictureProps, ...keys } : {})}
      className={`absolute top-1/2 left-1/2 animate-rise ${pixelated}`}
      style={cameraStyle(layout.content, camera)}
    >
      <div className={`absolute inset-0 overflow-hidden shadow-lift ${hidesSource ? '' : 'checkerboard'}`}>
        {hidesSource || !source ? null : (
          <div className="absolute inset-0" style={{ clipPath: `inset(0 ${(1 - sourceUntil) * 100}% 0 0)` }}>
            <div className="absolute" style={placed ? placedStyle(placed, camera) : boxStyle(layout.source)}>
              {source}
            </div>
          </div>
        )}
        {result && (keepsHidden || view !== 'original') ? (
          <div
            {...(isEditing && !keepsHidden
              ? editGround(editView, backdrop)
              : backdropProps(backdrop, 'absolute inset-0', { clipPath }))}
          >
            {result}
          </div>
        ) : null}
        {frame && !peeking ? <div {...editGround(editView, backdrop)}>{frame}</div> : null}
        {kept && view === 'original' ? (
          <span
            className="absolute shadow-[0_0_0_9999px_#0007] outline outline-white"
            style={boxStyle(kept)}
          />
        ) : null}
        {view === 'original' ? null : props.marks}
        {props.overlay}
      </div>
      {isEditing ? <EditFilters /> : null}
      {view === 'original' || isEditing ? null : props.handles}
      {view === 'compare' ? <CompareSlider store={store} divider={divider} /> : null}
    </div>
  )
}

/** The style of the original where a composition has placed the subject. */
const placedStyle = ({ size, onContent: [a, b, c, d, e, f] }: PlacedPicture, { scale }: Camera) => ({
  width: size.width * scale,
  height: size.height * scale,
  transformOrigin: '0 0',
  transform: `matrix(${[a, b, c, d, e * scale, f * scale]})`,
})

/** The ground of an edited picture; over the source if removed parts are tinted. */
const editGround = (view: EditView, backdrop: Backdrop) =>
  view === 'result'
    ? backdropProps(backdrop, 'absolute inset-0')
    : { className: `absolute inset-0 ${view === 'overlay' ? '' : 'bg-black'}` }

const choices = editViews.map((value) => ({
  value,
  label: texts.views[value],
  hint: texts.viewHints[value],
}))

/** The view of the edited picture, and the button that ends the editing. */
function EditViewChoice({ editor }: { readonly editor: EditorStore }) {
  const { view } = useStore(editor)
  const { modes } = useStudio()
  return (
    <div className="flex items-center gap-2">
      <Segmented
        legend={texts.view}
        choices={choices}
        value={view}
        onChange={(next) => editor.set((state) => ({ ...state, view: next }))}
      />
      <Button title={texts.leave} onClick={() => modes.leave('edit')}>
        {texts.done}
      </Button>
    </div>
  )
}
