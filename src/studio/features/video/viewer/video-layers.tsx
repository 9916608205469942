import { type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { Box } from '#base/geometry.ts'
import type { CompositionParts } from '#contract/composition.ts'
import { videoFormatRow } from '#contract/output-formats.ts'
import type { VideoEdits } from '#contract/video-edits.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import { isMattePair, isOpaqueVideo, sameParts } from '#library/recipe/video-recipe.ts'
import { sameEdits } from '#library/videos/video-item.ts'
import { middleOf } from '#studio/composition/placement-style.ts'
import { EditFilters } from '#studio/edit/edit-filters.tsx'
import { editedPictureProps } from '#studio/edit/edit-focus.ts'
import { CutoutCanvas } from '#studio/features/video/player/cutout-canvas.tsx'
import { previewComposite, sameComposite } from '#studio/features/video/player/cutout-painter.ts'
import { displayedFrameOf } from '#studio/features/video/player/displayed-frame.ts'
import type { FramePlayer } from '#studio/features/video/player/frame-player.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { backdropProps } from '#studio/viewer/backdrop-choice.tsx'
import { CompareSlider } from '#studio/viewer/compare-slider.tsx'
import { boxStyle, type ViewerLayout } from '#studio/viewer/viewer-layout.ts'
import { cameraOf, type ViewerStore } from '#studio/viewer/viewer-state.ts'
import { cameraStyle } from '#studio/viewer/zoom-math.ts'
import { PlacedClip } from './placed-clip.tsx'
import { EditedFrameLayer, type FrameEditing, GifLayer, ResultLayer } from './result-layer.tsx'
import { SourceLayer, type SourceMode } from './source-layer.tsx'
import type { ClipCanvas } from './use-composed-clip.ts'
import { useMattes } from './use-mattes.ts'
import { isPlayable, type ViewerSource } from './viewer-source.ts'

type Props = {
  readonly name: string
  readonly source: ViewerSource
  readonly layout: ViewerLayout
  /** What the canvas of `parts` shows; null without a canvas, and until that is known. */
  readonly canvas: ClipCanvas | null
  /** The box around the subject in all frames, in fractions of a frame; null where it is not known. */
  readonly subject: Box | null
  /** The part of the frame that a canvas keeps, outlined over all of it; null where all of it is kept. */
  readonly kept: Box | null
  readonly durationSeconds: number
  readonly store: ViewerStore
  readonly player: Player
  /** The written file; null until there is one. */
  readonly result: Blob | null
  /** What is wanted now; a result may have been made with something else. */
  readonly options: VideoOptions
  /** The same, behind and around the subject. */
  readonly parts: CompositionParts | null
  /** A matte beside the result is wanted now. */
  readonly hasMatte: boolean
  /** The edits that the mattes have; a result may have been made with others. */
  readonly edits: VideoEdits | undefined
  /** Changes when the edits have reached more frames. */
  readonly carriedVersion: number
  /** While a frame is edited: how it is shown, and what its keys do. */
  readonly edit: FrameEditing | null
  readonly pictureRef: RefObject<HTMLDivElement | null>
}

/** About which a subject is placed without a canvas, in fractions of a frame. */
const frameMiddle = { x: 0.5, y: 0.5 }

/** The source and its cut-out, one over the other, at the position and zoom of the viewer. */
export function VideoLayers({
  name,
  source,
  layout,
  canvas,
  subject,
  kept,
  durationSeconds,
  store,
  player,
  result,
  options: wantedOptions,
  parts: wanted,
  hasMatte,
  edits,
  carriedVersion,
  edit,
  pictureRef,
}: Props) {
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
  const mattes = useMattes(job, result, { edits, version: carriedVersion })
  // While the file is written, it is shown as it is written.
  const options = result ? wantedOptions : job?.options
  const parts = (result ? wanted : job?.parts) ?? null
  const isPair = result
    ? isMattePair({ options: wantedOptions, parts, hasMatte })
    : job !== null && isMattePair(job)
  const composite = useMemo(
    () => (options ? previewComposite(options, parts, isPair) : null),
    [options, parts, isPair],
  )
  const isAsMade =
    job !== null &&
    composite !== null &&
    sameComposite(composite, previewComposite(job.options, job.parts, isMattePair(job))) &&
    (composite.isMask || sameParts(parts, job.parts)) &&
    sameEdits(edits, job.edits)
  const label = messages.video.viewer.result(name)
  const view = state.peeking ? 'original' : state.view
  const canRecompose = canPlay && mattes !== null
  const pivot = useMemo(() => (canvas ? middleOf(canvas.subject) : frameMiddle), [canvas])
  const isPlayed =
    result !== null &&
    job !== null &&
    isPlayable(job.options) &&
    !isRefused &&
    // An MP4 whose matte is a second file shows the whole picture.
    ((isAsMade && !isPair) || !canRecompose)

  // Until it is known what the canvas shows, its result keeps its shape on the area of the whole frame.
  const hasOtherShape = canvas === null && (job?.parts?.composition.canvas ?? null) !== null

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
          hasOtherShape={hasOtherShape}
          onUnplayable={() => setIsRefused(true)}
        />
      )
    if (
      result &&
      videoFormatRow(job.options.format).shownBy === 'img' &&
      (view === 'result' || !canPlay) &&
      (isAsMade || !canRecompose)
    )
      return <GifLayer file={result} label={label} hasOtherShape={hasOtherShape} />
    // A service tells nothing before its job is done.
    return canRecompose ? (
      <CutoutCanvas
        sourceFrame={sourceFrame}
        mattes={mattes}
        composite={composite}
        parts={options?.channels === 'alpha' ? null : parts}
        layout={layout}
        pivot={pivot}
        label={label}
      />
    ) : null
  })()
  const shown = cutout ? view : 'original'

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name.
    <div
      ref={pictureRef}
      role={edit ? 'application' : 'group'}
      aria-label={messages.image.edit.picture}
      aria-description={edit ? messages.image.edit.pictureHelp : undefined}
      aria-busy={edit?.isBusy ?? false}
      {...(edit ? { ...editedPictureProps, ...edit.keys } : {})}
      className="absolute top-1/2 left-1/2 animate-rise"
      style={cameraStyle(layout.content, camera)}
    >
      <div className="checkerboard absolute inset-0 overflow-hidden shadow-lift">
        {source.file ? (
          <div className="absolute" style={boxStyle(layout.source)}>
            <SourceLayer
              videoRef={videoRef}
              framePlayerRef={framePlayerRef}
              file={source.file}
              name={name}
              durationSeconds={durationSeconds}
              croppedSize={source.croppedSize}
              player={player}
              mode={mode}
              isClockSource={!isPlayed}
              isMuted={isMuted}
              onUnplayable={() => setMode((now) => (now === 'video' ? 'preview-frames' : 'image'))}
            />
          </div>
        ) : null}
        {/* Stays in the page when hidden, because a removed video element starts again from 0. */}
        {cutout ? (
          <div
            {...backdropProps(state.backdrop, 'absolute inset-0', {
              clipPath: `inset(0 0 0 ${(edit || shown === 'original' ? 1 : shown === 'compare' ? state.divider : 0) * 100}%)`,
            })}
          >
            {cutout}
          </div>
        ) : null}
        {edit?.url && !state.peeking ? (
          <EditedFrameLayer view={edit.view} url={edit.url} label={label} backdrop={state.backdrop} />
        ) : null}
        {kept && shown === 'original' ? (
          <span
            className="absolute shadow-[0_0_0_9999px_#0007] outline outline-white"
            style={boxStyle(kept)}
          />
        ) : null}
      </div>
      {edit ? <EditFilters /> : null}
      {cutout && canRecompose && wanted?.composition.placement && shown !== 'original' && !edit ? (
        <PlacedClip
          placement={wanted.composition.placement}
          {...{ layout, subject, pivot, mattes, player }}
        />
      ) : null}
      {shown === 'compare' && !edit ? <CompareSlider store={store} divider={state.divider} /> : null}
    </div>
  )
}
