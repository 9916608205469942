import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { Size } from '#base/geometry.ts'
import type { CompositionParts } from '#contract/composition.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
import { CutoutCanvas } from '#studio/features/video/player/cutout-canvas.tsx'
import { previewComposite } from '#studio/features/video/player/cutout-painter.ts'
import type { FramePlayer } from '#studio/features/video/player/frame-player.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { displayedFrameOf } from '#studio/features/video/player/video-pixels.ts'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { isOpaqueVideo, sameParts } from '#studio/state/video-recipe.ts'
import { backdropProps } from '#studio/viewer/backdrop-choice.tsx'
import { CompareSlider } from '#studio/viewer/compare-slider.tsx'
import { cameraOf, type ViewerStore } from '#studio/viewer/viewer-state.ts'
import { cameraStyle } from '#studio/viewer/zoom-math.ts'
import { ResultLayer } from './result-layer.tsx'
import { SourceLayer, type SourceMode } from './source-layer.tsx'
import { isPlayable, type ViewerSource } from './viewer-source.ts'

type Props = {
  readonly name: string
  readonly source: ViewerSource
  readonly size: Size
  readonly durationSeconds: number
  readonly store: ViewerStore
  readonly player: Player
  /** The written file; null until there is one. */
  readonly result: Blob | null
  /** What is wanted now behind and around the subject; a result may have been made with something else. */
  readonly parts: CompositionParts | null
}

/** The source and its cut-out, one over the other, at the position and zoom of the viewer. */
export function VideoLayers({
  name,
  source,
  size,
  durationSeconds,
  store,
  player,
  result,
  parts: wanted,
}: Props) {
  const service = useService()
  const state = useStore(store)
  const isMuted = useStoreSelector(player, ({ isMuted }) => isMuted)
  const camera = cameraOf(state)
  const videoRef = useRef<HTMLVideoElement>(null)
  const framePlayerRef = useRef<FramePlayer>(null)
  const [mode, setMode] = useState<SourceMode>('video')
  const [isRefused, setIsRefused] = useState(false)
  // Of a job of an earlier visit, only the result may be here.
  const canPlay = source.file !== null && mode !== 'image'
  const sourceFrame = useCallback(
    () =>
      mode === 'preview-frames'
        ? (framePlayerRef.current?.frame() ?? null)
        : displayedFrameOf(videoRef.current),
    [mode],
  )

  const { job } = source
  const jobId = job?.job.id
  const isHere = job?.runLocation === 'device'
  const mattes = useCallback(
    async (fromSeconds: number) =>
      jobId && isHere ? ((await service.onDevice?.videos.mattes(jobId, fromSeconds)) ?? null) : null,
    [service, jobId, isHere],
  )
  const options = job?.options
  // While the file is written, it is shown as it is written.
  const parts = (result ? wanted : job?.parts) ?? null
  const isAsMade = sameParts(parts, job?.parts) || options?.channels === 'alpha'
  const composite = useMemo(() => (options ? previewComposite(options, parts) : null), [options, parts])
  const label = messages.video.viewer.result(name)
  const view = state.peeking ? 'original' : state.view
  const canRecompose = canPlay && isHere
  const isPlayed =
    result !== null && job !== null && isPlayable(job.options) && !isRefused && (isAsMade || !canRecompose)

  const cutout = ((): ReactNode => {
    if (!job || !composite) return null
    if (result && isPlayed)
      return (
        <ResultLayer
          file={result}
          label={label}
          player={player}
          isClockSource={source.file === null || mode !== 'video'}
          hasAlpha={job.source !== null && !isOpaqueVideo(job.options, job.parts)}
          isMuted={isMuted}
          onUnplayable={() => setIsRefused(true)}
        />
      )
    if (
      result &&
      videoFormatRow(job.options.format).shownBy === 'img' &&
      (view === 'result' || !canPlay) &&
      (isAsMade || !canRecompose)
    )
      return <GifLayer file={result} label={label} />
    // Only this device reports mattes before the job is done, or shows formats that no browser plays.
    return canRecompose ? (
      <CutoutCanvas
        sourceFrame={sourceFrame}
        mattes={mattes}
        composite={composite}
        parts={options?.channels === 'alpha' ? null : parts}
        label={label}
      />
    ) : null
  })()
  const shown = cutout ? view : 'original'

  return (
    <div className="absolute top-1/2 left-1/2 animate-rise" style={cameraStyle(size, camera)}>
      <div className="checkerboard absolute inset-0 overflow-hidden shadow-lift">
        {source.file ? (
          <SourceLayer
            videoRef={videoRef}
            framePlayerRef={framePlayerRef}
            file={source.file}
            name={name}
            durationSeconds={durationSeconds}
            player={player}
            mode={mode}
            isClockSource={!isPlayed}
            isMuted={isMuted}
            onUnplayable={() => setMode((now) => (now === 'video' ? 'preview-frames' : 'image'))}
          />
        ) : null}
        {/* Stays in the page when hidden, because a removed video element starts again from 0. */}
        {cutout ? (
          <div
            {...backdropProps(state.backdrop, 'absolute inset-0', {
              clipPath: `inset(0 0 0 ${(shown === 'compare' ? state.divider : shown === 'original' ? 1 : 0) * 100}%)`,
            })}
          >
            {cutout}
          </div>
        ) : null}
      </div>
      {shown === 'compare' ? <CompareSlider store={store} divider={state.divider} /> : null}
    </div>
  )
}

function GifLayer({ file, label }: { readonly file: Blob; readonly label: string }) {
  const url = useObjectUrl(file)
  return url ? <img src={url} alt={label} className="absolute size-full object-fill" /> : null
}
