import type { ReactNode } from 'react'
import { useDecodedUrl, useObjectUrl } from '#studio/hooks/use-object-url.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { backdropClasses } from '#studio/viewer/backdrop-choice.tsx'
import { CompareSlider } from '#studio/viewer/compare-slider.tsx'
import { cameraOf, type ViewerStore } from '#studio/viewer/viewer-state.ts'
import { cameraStyle } from '#studio/viewer/zoom-math.ts'
import { boxStyle, type ViewerLayout } from './viewer-layout.ts'

type Props = {
  readonly store: ViewerStore
  readonly source: Blob
  readonly name: string
  readonly layout: ViewerLayout
  /** Null while there is none: then only the source is shown. */
  readonly result: Blob | null
  /** The part of the source that the crop keeps, outlined over the whole source; null where all of it is kept. */
  readonly kept: Parameters<typeof boxStyle>[0] | null
  readonly isWorking: boolean
  /** The result shows an unknown part of the source, so that only one of the two is shown at a time. */
  readonly isApart: boolean
}

/** The source and its result, one over the other, moved and scaled by the camera of the viewer. */
export function ImageLayers({ store, source, name, layout, result, kept, isWorking, isApart }: Props) {
  const state = useStore(store)
  const camera = cameraOf(state)
  const sourceUrl = useObjectUrl(source)
  const resultUrl = useDecodedUrl(result)
  const chosen = state.peeking || !resultUrl ? 'original' : state.view
  const view = isApart && chosen === 'compare' ? 'result' : chosen
  const pixelated = camera.scale >= 3 ? '[image-rendering:pixelated]' : ''
  return (
    <div className="absolute top-1/2 left-1/2 animate-rise" style={cameraStyle(layout.content, camera)}>
      <div className="absolute inset-0 overflow-hidden shadow-lift">
        {view === 'result' ? null : (
          <>
            <div className="checkerboard absolute inset-0" />
            {sourceUrl ? (
              <img
                src={sourceUrl}
                alt={messages.image.viewer.original(name)}
                decoding="async"
                draggable={false}
                className={`absolute max-w-none ${pixelated}`}
                style={boxStyle(layout.source)}
              />
            ) : null}
          </>
        )}
        {resultUrl && view !== 'original' ? (
          <Layer clip={view === 'compare' ? state.divider : 0} backdrop={backdropClasses[state.backdrop]}>
            <img
              src={resultUrl}
              alt={messages.image.viewer.result(name)}
              draggable={false}
              className={`absolute size-full max-w-none ${pixelated}`}
            />
          </Layer>
        ) : null}
        {kept && view === 'original' ? (
          <span
            className="absolute shadow-[0_0_0_9999px_#0007] outline outline-white"
            style={boxStyle(kept)}
          />
        ) : null}
        {isWorking ? (
          <span className="absolute inset-y-0 left-0 w-2/5 animate-sweep bg-linear-to-r from-transparent via-white/35 to-transparent" />
        ) : null}
      </div>
      {view === 'compare' ? <CompareSlider store={store} divider={state.divider} /> : null}
    </div>
  )
}

type LayerProps = { readonly clip: number; readonly backdrop: string; readonly children: ReactNode }

/** The result on its backdrop, visible right of `clip`, a fraction of the width. */
const Layer = ({ clip, backdrop, children }: LayerProps) => (
  <div className={`absolute inset-0 ${backdrop}`} style={{ clipPath: `inset(0 0 0 ${clip * 100}%)` }}>
    {children}
  </div>
)
