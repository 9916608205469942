import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { CutoutCanvas } from '#studio/features/video/player/cutout-canvas.tsx'
import { previewLook } from '#studio/features/video/player/matte-pixels.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { useMaster } from '#studio/features/video/player/use-master.ts'
import { useObjectUrl } from '#studio/hooks/use-object-url.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { usePart, useStore } from '#studio/hooks/use-store.ts'
import { backdropLooks } from '#studio/stage/backdrop-choice.tsx'
import { cameraOf, type StageStore } from '#studio/stage/stage-state.ts'
import { WipeHandle } from '#studio/stage/wipe-handle.tsx'
import { isOpaqueVideo } from '#studio/state/video-recipe.ts'
import { type Film, isPlayable } from './film.ts'
import { ResultLayer } from './result-layer.tsx'
import { SourceLayer } from './source-layer.tsx'

type Props = {
  readonly name: string
  readonly film: Film
  readonly size: { readonly width: number; readonly height: number }
  readonly store: StageStore
  readonly player: Player
  /** The written file, once there is one. */
  readonly result: Blob | null
  readonly onReady: (untilSeconds: number) => void
}

/** The film and its cut-out, one over the other, at the camera's place. */
export function VideoArt({ name, film, size, store, player, result, onReady }: Props) {
  const service = useService()
  const state = useStore(store)
  const isMuted = usePart(player, ({ isMuted }) => isMuted)
  const camera = cameraOf(state)
  const url = useObjectUrl(film.source)
  const screen = useRef<HTMLVideoElement>(null)
  const resultScreen = useRef<HTMLVideoElement>(null)
  // Nothing of a job of an earlier visit is here but its result.
  const [isUnable, setIsUnable] = useState(film.source === null)
  const [isRefused, setIsRefused] = useState(false)
  useMaster(isUnable ? resultScreen : screen, player, isUnable ? film.key : url)

  const { job } = film
  const jobId = job?.job.id
  const isHere = job?.place === 'device'
  const mattes = useCallback(
    async (fromSeconds: number) =>
      jobId && isHere ? ((await service.onDevice?.videos.mattes(jobId, fromSeconds)) ?? null) : null,
    [service, jobId, isHere],
  )
  const options = job?.options
  const look = useMemo(() => (options ? previewLook(options) : null), [options])
  const label = `${name}, background removed`
  const view = state.peeking ? 'original' : state.view

  const cutout = ((): ReactNode => {
    if (!job || !look) return null
    if (result && isPlayable(job.options) && !isRefused)
      return (
        <ResultLayer
          file={result}
          label={label}
          player={player}
          master={isUnable ? resultScreen : null}
          hasAlpha={job.source !== null && !isOpaqueVideo(job.options)}
          isMuted={isMuted}
          onUnable={() => setIsRefused(true)}
        />
      )
    if (result && job.options.format === 'gif' && (view === 'result' || isUnable))
      return <GifLayer file={result} label={label} />
    // Only this device tells what is done of it so far, or shows what no browser plays.
    return isUnable || !isHere ? null : (
      <CutoutCanvas screen={screen} mattes={mattes} look={look} label={label} onReady={onReady} />
    )
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
        {url && film.source ? (
          <SourceLayer
            ref={screen}
            url={url}
            file={film.source}
            name={name}
            isUnable={isUnable}
            isMuted={isMuted}
            onUnable={() => setIsUnable(true)}
          />
        ) : null}
        {/* Kept in place when it is not seen: a video that is taken out starts anew. */}
        {cutout ? (
          <div
            className={`absolute inset-0 ${backdropLooks[state.backdrop]}`}
            style={{
              clipPath: `inset(0 0 0 ${(shown === 'wipe' ? state.wipe : shown === 'original' ? 1 : 0) * 100}%)`,
            }}
          >
            {cutout}
          </div>
        ) : null}
      </div>
      {shown === 'wipe' ? <WipeHandle store={store} wipe={state.wipe} /> : null}
    </div>
  )
}

function GifLayer({ file, label }: { readonly file: Blob; readonly label: string }) {
  const url = useObjectUrl(file)
  return url ? <img src={url} alt={label} className="absolute size-full object-fill" /> : null
}
