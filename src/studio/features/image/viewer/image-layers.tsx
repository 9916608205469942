import type { DOMAttributes, RefObject } from 'react'
import type { ImageAnswer } from '#contract/image-answer.ts'
import type { ImageOptions } from '#contract/image-options.ts'
import { EditFilters, editFilter } from '#studio/edit/edit-filters.tsx'
import { editedPictureProps } from '#studio/edit/edit-focus.ts'
import type { EditView } from '#studio/edit/editor-state.ts'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'
import { releaseWhenGone } from '#studio/media/decode-picture.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { backdropProps } from '#studio/viewer/backdrop-choice.tsx'
import { CompareSlider } from '#studio/viewer/compare-slider.tsx'
import { boxStyle, type ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import { cameraOf, type ViewerStore } from '#studio/viewer/viewer-state.ts'
import { cameraStyle } from '#studio/viewer/zoom-math.ts'
import { ComposedPicture, type ComposedPictureProps, PlacedSubject } from './composed-picture.tsx'
import { PlacesInDoubt } from './places-in-doubt.tsx'

type Props = {
  readonly store: ViewerStore
  readonly source: Blob
  readonly name: string
  readonly layout: ViewerLayout
  /** The address of the decoded result; null while there is none: then only the source is shown. */
  readonly resultUrl: string | null
  /** What stands behind and around the subject; null where nothing does, or the subject is not there yet. */
  readonly composed: Pick<ComposedPictureProps, 'subject' | 'parts'> | null
  /** The composition is drawn, because the result does not have it yet. */
  readonly isDrawn: boolean
  readonly options: ImageOptions
  /** The part of the source that the crop keeps, outlined over the whole source; null where all of it is kept. */
  readonly kept: Parameters<typeof boxStyle>[0] | null
  /** A result that is in doubt about places that are outlined; null where none are. */
  readonly rated: ImageAnswer | null
  readonly isWorking: boolean
  /** The result shows an unknown part of the source, so that only one of the two is shown at a time. */
  readonly isApart: boolean
  /** An edit is worked on that the shown result does not have yet. */
  readonly isBusy: boolean
  /** While the picture is edited: how it is shown, and what its keys do. */
  readonly edit: PictureEditing | null
  readonly ref: RefObject<HTMLDivElement | null>
}

type PictureEditing = {
  readonly view: EditView
  readonly keys: Pick<DOMAttributes<HTMLElement>, 'onKeyDown' | 'onKeyUp'>
}

const texts = messages.image

/** The source and its result, one over the other, moved and scaled by the camera of the viewer. */
export function ImageLayers(props: Props) {
  const {
    store,
    source,
    name,
    layout,
    resultUrl,
    composed,
    isDrawn,
    options,
    kept,
    rated,
    isWorking,
    isApart,
    isBusy,
    edit,
    ref,
  } = props
  const state = useStore(store)
  const camera = cameraOf(state)
  const sourceUrl = useObjectUrl(source)
  const chosen = state.peeking || !resultUrl ? 'original' : edit ? 'result' : state.view
  const view = isApart && chosen === 'compare' ? 'result' : chosen
  const editView = edit && view === 'result' ? edit.view : 'result'
  const pixelated = camera.scale >= 3 ? '[image-rendering:pixelated]' : ''
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name.
    <div
      ref={ref}
      role={edit ? 'application' : 'group'}
      aria-label={texts.edit.picture}
      aria-description={edit ? texts.edit.pictureHelp : undefined}
      aria-busy={isBusy}
      {...(edit ? { ...editedPictureProps, ...edit.keys } : {})}
      className="absolute top-1/2 left-1/2 animate-rise"
      style={cameraStyle(layout.content, camera)}
    >
      <div className="absolute inset-0 overflow-hidden shadow-lift">
        {view === 'result' && editView !== 'overlay' ? null : (
          <>
            <div className="checkerboard absolute inset-0" />
            {sourceUrl ? (
              <img
                ref={releaseWhenGone}
                src={sourceUrl}
                alt={texts.viewer.original(name)}
                decoding="async"
                draggable={false}
                className={`absolute max-w-none ${pixelated}`}
                style={boxStyle(layout.source)}
              />
            ) : null}
          </>
        )}
        {resultUrl && view !== 'original' ? (
          <div
            {...(editView === 'result'
              ? backdropProps(state.backdrop, 'absolute inset-0', {
                  clipPath: `inset(0 0 0 ${(view === 'compare' ? state.divider : 0) * 100}%)`,
                })
              : { className: `absolute inset-0 ${editView === 'overlay' ? '' : 'bg-black'}` })}
          >
            {composed && isDrawn ? (
              <ComposedPicture
                {...composed}
                options={options}
                source={source}
                content={layout.content}
                box={layout.source}
                label={texts.viewer.result(name)}
              />
            ) : (
              <img
                ref={releaseWhenGone}
                src={resultUrl}
                alt={texts.viewer.result(name)}
                draggable={false}
                className={`absolute size-full max-w-none ${pixelated}`}
                style={editFilter(editView)}
              />
            )}
          </div>
        ) : null}
        {kept && view === 'original' ? (
          <span
            className="absolute shadow-[0_0_0_9999px_#0007] outline outline-white"
            style={boxStyle(kept)}
          />
        ) : null}
        {rated && view !== 'original' ? <PlacesInDoubt answer={rated} layout={layout} /> : null}
        {isWorking ? (
          <span className="absolute inset-y-0 left-0 w-2/5 animate-sweep bg-linear-to-r from-transparent via-white/35 to-transparent" />
        ) : null}
      </div>
      {composed?.parts.composition.placement && view !== 'original' && !edit ? (
        <PlacedSubject
          placement={composed.parts.composition.placement}
          bounds={composed.subject.bounds}
          box={layout.source}
        />
      ) : null}
      {edit ? <EditFilters /> : null}
      {view === 'compare' ? <CompareSlider store={store} divider={state.divider} /> : null}
    </div>
  )
}
