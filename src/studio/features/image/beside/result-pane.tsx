import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type Box, type Size, toFractions, wholeBox } from '#base/geometry.ts'
import type { Progress } from '#contract/progress.ts'
import { sizePresets } from '#contract/size-presets.ts'
import { throttleProgress } from '#library/items/throttle-progress.ts'
import type { EditedAnswer } from '#library/pictures/make-picture.ts'
import type { PictureItem } from '#library/pictures/picture-item.ts'
import { isAsSent, outputOf, sentOf } from '#library/pictures/picture-output.ts'
import { readableSource, toPreviewOptions } from '#library/pictures/result-options.ts'
import { percent, progressText } from '#studio/features/image/progress.ts'
import { releaseWhenGone } from '#studio/media/decode-picture.ts'
import { useDecoded } from '#studio/media/use-object-url.ts'
import { errorText } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { imageResult } from '#studio/queries/image-result.ts'
import { pictureInfo } from '#studio/queries/picture-info.ts'
import { useStore } from '#studio/state/store.ts'
import { useService, useStudio } from '#studio/state/use-studio.ts'
import { Notice } from '#studio/ui/notice.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { backdropProps } from '#studio/viewer/backdrop-choice.tsx'
import { useViewerGestures } from '#studio/viewer/use-viewer-gestures.ts'
import { boxStyle } from '#studio/viewer/viewer-layout.ts'
import { cameraOf, isCloseUp, type ViewerStore } from '#studio/viewer/viewer-state.ts'
import { cameraStyle } from '#studio/viewer/zoom-math.ts'

/** The result of a picture as in the viewer, finished or being made. The rest of the page does not use it. */
export function useResultOf(item: PictureItem, store: ViewerStore) {
  const service = useService()
  const { data: info } = useQuery(pictureInfo(item))
  const picture = useStore(useStudio().backgroundPictures).get(item.recipe.picture) ?? null
  const isExact = isCloseUp(useStore(store), sizePresets.hd.maxPixels, devicePixelRatio)
  const [progress, setProgress] = useState<Progress | null>(null)
  const output = useMemo(() => ({ ...outputOf(item, item.recipe, picture), file: null }), [item, picture])
  const isSent = isAsSent(item, output)
  const size = info?.size ?? null
  const { data, error } = useQuery({
    ...imageResult(
      service,
      readableSource(item),
      isExact ? output : { ...output, options: toPreviewOptions(output.options, size) },
      { onProgress: throttleProgress(setProgress) },
    ),
    enabled: info !== undefined && !isSent,
  })
  const answer = (isSent ? sentOf(item)?.answer : data) ?? null
  return { answer, error, progress, box: useBoxOf(answer, size) }
}

/** The area of a result in source pixels; that of the previous result while there is none. */
const useBoxOf = (answer: EditedAnswer | null, size: Size | null): Box | null => {
  const last = useRef<Box | null>(null)
  if (answer) last.current = answer.placement?.box ?? wholeBox(size ?? answer.facts)
  return last.current
}

type Props = {
  readonly item: PictureItem
  readonly result: ReturnType<typeof useResultOf>
  readonly store: ViewerStore
  /** The area that all panes show, in source pixels. */
  readonly content: Box
  readonly name: string
  readonly children: ReactNode
}

/** One of several results. All move and scale together, so that each shows the same place of the picture. */
export function ResultPane({ item, result, store, content, name, children }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const handlers = useViewerGestures(store, stage)
  const state = useStore(store)
  const camera = cameraOf(state)
  const decoded = useDecoded(result.answer)
  const { box, error, progress } = result
  const place = box && toFractions({ ...box, x: box.x - content.x, y: box.y - content.y }, content)
  return (
    <section aria-label={name} className="flex min-h-0 min-w-0 flex-col">
      <div className="flex h-11 shrink-0 items-center justify-between gap-2 pr-1.5 pl-3">
        <h2 className="min-w-0 truncate text-sm font-medium">{name}</h2>
        {result.answer && !error ? children : null}
      </div>
      <div className="relative min-h-0 flex-1 overflow-hidden">
        <div ref={stage} {...handlers} className="absolute inset-0 touch-none select-none">
          <div className="absolute top-1/2 left-1/2" style={cameraStyle(content, camera)}>
            {decoded && place ? (
              <div className="absolute shadow-lift" style={boxStyle(place)}>
                <div {...backdropProps(state.backdrop, 'absolute inset-0')}>
                  <img
                    ref={releaseWhenGone}
                    src={decoded.url}
                    alt={messages.image.viewer.result(item.name)}
                    draggable={false}
                    className={`absolute size-full max-w-none ${camera.scale >= 3 ? '[image-rendering:pixelated]' : ''}`}
                  />
                </div>
              </div>
            ) : null}
          </div>
        </div>
        <div className="pointer-events-none absolute inset-3 grid place-items-center">
          {error ? (
            <Notice tone="fault" title={errorText(error, { at: 'image', fileKind: item.fileKind }).title} />
          ) : result.answer ? null : (
            <div className="w-64 max-w-full rounded-lg bg-panel px-4 py-2 shadow-lift inset-ring inset-ring-line">
              <p className="figures mb-1 truncate text-sm">{progressText(progress)}</p>
              <ProgressBar slim label={messages.image.progress.of(name)} percent={percent(progress)} />
            </div>
          )}
        </div>
      </div>
    </section>
  )
}
