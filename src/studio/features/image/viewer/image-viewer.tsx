import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sizePresets } from '#contract/size-presets.ts'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { messages } from '#studio/messages/messages.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { useStore } from '#studio/state/store.ts'
import { useDividerNudge } from '#studio/viewer/compare-slider.tsx'
import { useViewerGestures } from '#studio/viewer/use-viewer-gestures.ts'
import { isCloseUp, type ViewerStore, withSizes } from '#studio/viewer/viewer-state.ts'
import { ViewerToolbar } from '#studio/viewer/viewer-toolbar.tsx'
import { ImageLayers } from './image-layers.tsx'
import { ResultFacts } from './result-facts.tsx'
import { useShownResult } from './use-shown-result.ts'
import { ViewerCards } from './viewer-cards.tsx'
import { isCroppedResult, viewerLayout } from './viewer-layout.ts'

type Props = { readonly item: QueueItem; readonly queue: ImageQueue; readonly store: ViewerStore }

/** The viewer of the selected picture: source and result, cards with its state, and a line of facts. */
export function ImageViewer({ item, queue, store }: Props) {
  const { data: info } = useQuery(pictureInfo(item))
  const state = useStore(store)
  const { view, peeking } = state
  const isExact = isCloseUp(state, sizePresets.hd.maxPixels, devicePixelRatio)
  const result = useShownResult({ item, info, queue, isExact })
  const { ref, handlers } = useViewerGestures(store)
  const shown = result.answer
  const source = shown?.placement?.source ?? info?.size ?? null
  const isApart =
    source !== null &&
    result.isSent &&
    item.serviceResult !== null &&
    isCroppedResult(item.serviceResult, source)
  const box = shown?.placement?.box ?? (isApart && shown ? { x: 0, y: 0, ...shown.facts } : null)
  const isWhole = isApart ? view === 'original' || peeking : view === 'original' && !peeking
  const layout = source ? viewerLayout(source, box, isWhole) : null
  const { width = 1, height = 1 } = layout?.content ?? {}
  useEffect(
    () => store.set((state) => withSizes(state, { content: { width, height } })),
    [store, width, height],
  )
  useDividerNudge(store, item.state === 'done')
  return (
    <section aria-label={messages.image.viewer.label} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ViewerToolbar store={store} />
      <div
        data-testid="viewer"
        data-state={item.state}
        data-updating={result.isUpdating}
        data-reused={shown?.placement?.reused}
        className={`relative min-h-0 flex-1 overflow-hidden border-y border-line bg-sunken ${item.state === 'failed' ? 'max-lg:min-h-84' : ''}`}
      >
        {/* The cards are siblings of this element: it captures the pointer, so that no button inside would be clicked. */}
        <div ref={ref} {...handlers} className="absolute inset-0 touch-none">
          {layout && source ? (
            <ImageLayers
              key={item.id}
              store={store}
              source={item.file}
              name={item.name}
              layout={layout}
              result={shown?.image ?? null}
              isApart={isApart}
              kept={isWhole && box && source && !isApart ? keptPart(box, source) : null}
              isWorking={item.state === 'working'}
            />
          ) : null}
        </div>
        <ViewerCards item={item} info={info} queue={queue} result={result} isCentred={!layout} />
      </div>
      <div className="flex min-h-14 shrink-0 items-center px-4 py-1 xl:min-h-10">
        {shown ? (
          <ResultFacts
            answer={shown}
            options={result.options}
            firstMs={(result.isSent ? shown : item.answer)?.facts.processing_ms ?? null}
            sent={result.isSent ? item.serviceResult : null}
          />
        ) : null}
      </div>
    </section>
  )
}

/** The part of the source that the result shows, in fractions of the source; null where that is all of it. */
const keptPart = (
  box: { x: number; y: number; width: number; height: number },
  source: { width: number; height: number },
) =>
  box.x === 0 && box.y === 0 && box.width === source.width && box.height === source.height
    ? null
    : {
        x: box.x / source.width,
        y: box.y / source.height,
        width: box.width / source.width,
        height: box.height / source.height,
      }
