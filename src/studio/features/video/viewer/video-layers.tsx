import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { CutoutCanvas } from '#studio/features/video/player/cutout-canvas.tsx'
import { previewComposite } from '#studio/features/video/player/cutout-painter.ts'
import type { FramePlayer } from '#studio/features/video/player/frame-player.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { displayedFrameOf } from '#studio/features/video/player/video-pixels.ts'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore, useStoreSelector } from '#studio/state/store.ts'
import { isOpaqueVideo } from '#studio/state/video-recipe.ts'
import { backdropClasses } from '#studio/viewer/backdrop-choice.tsx'
import { CompareSlider } from '#studio/viewer/compare-slider.tsx'
import { cameraOf, type ViewerStore } from '#studio/viewer/viewer-state.ts'
import { ResultLayer } from './result-layer.tsx'
import { SourceLayer, type SourceMode } from './source-layer.tsx'
import { isPlayable, type ViewerSource } from './viewer-source.ts'

type Props = {
  readonly name: string
  readonly film: ViewerSource
  readonly size: { readonly width: number; readonly height: number }
  readonly durationSeconds: number
  readonly store: ViewerStore
  readonly player: Player
  /** The written file, once there is one. */
  readonly result: Blob | null
}

/** The film and its cut-out, one over the other, at the camera's place. */
export function VideoLayers({ name, film, size, durationSeconds, store, player, result }: Props) {
  const service = useService()
  const state = useStore(store)
  const isMuted = useStoreSelector(player, ({ isMuted }) => isMuted)
  const camera = cameraOf(state)
  const screen = useRef<HTMLVideoElement>(null)
  const filmScreen = useRef<FramePlayer>(null)
  const [showing, setShowing] = useState<SourceMode>('video')
  const [isRefused, setIsRefused] = useState(false)
  // Of a job of an earlier visit nothing may be here but its result.
  const isMoving = film.source !== null && showing !== 'still'
  const picture = useCallback(
    () => (showing === 'film' ? (filmScreen.current?.frame() ?? null) : displayedFrameOf(screen.current)),
    [showing],
  )

  const { job } = film
  const jobId = job?.job.id
  const isHere = job?.runLocation === 'device'
  const mattes = useCallback(
    async (fromSeconds: number) =>
      jobId && isHere ? ((await service.onDevice?.videos.mattes(jobId, fromSeconds)) ?? null) : null,
    [service, jobId, isHere],
  )
  const options = job?.options
  const look = useMemo(() => (options ? previewComposite(options) : null), [options])
  const label = messages.video.viewer.result(name)
  const view = state.peeking ? 'original' : state.view
  const isPlayed = result !== null && job !== null && isPlayable(job.options) && !isRefused

  const cutout = ((): ReactNode => {
    if (!job || !look) return null
    if (result && isPlayed)
      return (
        <ResultLayer
          file={result}
          label={label}
          player={player}
          isMaster={film.source === null || showing !== 'video'}
          hasAlpha={job.source !== null && !isOpaqueVideo(job.options)}
          isMuted={isMuted}
          onUnable={() => setIsRefused(true)}
        />
      )
    if (result && job.options.format === 'gif' && (view === 'result' || !isMoving))
      return <GifLayer file={result} label={label} />
    // Only this device tells what is done of it so far, or shows what no browser plays.
    return isMoving && isHere ? (
      <CutoutCanvas picture={picture} mattes={mattes} look={look} label={label} />
    ) : null
  })()
  const shown = cutout ? view : 'original'

  const width = size.width * camera.scale
  const height = size.height * camera.scale
  return (
    <div
      className="absolute top-1/2 left-1/2 animate-rise"
      style={{
        width,
        height,
        marginLeft: -width / 2,
        marginTop: -height / 2,
        transform: `translate3d(${camera.x}px, ${camera.y}px, 0)`,
      }}
    >
      <div className="checkerboard absolute inset-0 overflow-hidden shadow-lift">
        {film.source ? (
          <SourceLayer
            screen={screen}
            filmScreen={filmScreen}
            file={film.source}
            name={name}
            durationSeconds={durationSeconds}
            player={player}
            showing={showing}
            isMaster={!isPlayed}
            isMuted={isMuted}
            onUnable={() => setShowing((now) => (now === 'video' ? 'film' : 'still'))}
          />
        ) : null}
        {/* Kept in place when it is not seen: a video that is taken out starts anew. */}
        {cutout ? (
          <div
            className={`absolute inset-0 ${backdropClasses[state.backdrop]}`}
            style={{
              clipPath: `inset(0 0 0 ${(shown === 'wipe' ? state.divider : shown === 'original' ? 1 : 0) * 100}%)`,
            }}
          >
            {cutout}
          </div>
        ) : null}
      </div>
      {shown === 'wipe' ? <CompareSlider store={store} wipe={state.divider} /> : null}
    </div>
  )
}

function GifLayer({ file, label }: { readonly file: Blob; readonly label: string }) {
  const url = useObjectUrl(file)
  return url ? <img src={url} alt={label} className="absolute size-full object-fill" /> : null
}
