import { useQuery } from '@tanstack/react-query'
import { memo, type PointerEvent, type ReactNode } from 'react'
import type { VideoFacts } from '#contract/video-facts.ts'
import { frameSeconds, rangeOf, type Trim, trimAfterKey } from '#library/videos/trim-range.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { lastingUrl } from '#studio/media/use-object-url.ts'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { stripCount, videoStrip } from '#studio/queries/on-device.ts'
import { useStore } from '#studio/state/store.ts'
import { useService } from '#studio/state/use-studio.ts'
import { DragSlider } from '#studio/ui/drag-slider.tsx'

type Props = {
  readonly file: Blob | null
  readonly durationSeconds: number
  readonly player: Player
  /** The chosen part and how to change it; null if no part can be chosen. */
  readonly part: {
    readonly facts: VideoFacts
    readonly trim: Trim
    readonly onTrim: (end: 'from' | 'to', seconds: number) => void
  } | null
  readonly fps: number
  /** The end of the job's mattes, in seconds; null if complete. */
  readonly readySeconds: number | null
  /** The marks on the strip. */
  readonly marks?: ReactNode
}

/** The whole video as a strip, with the playhead, the chosen part and the progress of the job. */
export function TimelineStrip({ file, durationSeconds, player, part, fps, readySeconds, marks }: Props) {
  const share = (seconds: number) => `${Math.min(100, (seconds / Math.max(0.001, durationSeconds)) * 100)}%`
  const scrub = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = event.currentTarget.getBoundingClientRect()
    player.pause()
    player.seek(((event.clientX - box.left) / box.width) * durationSeconds)
  }
  const range = part ? rangeOf(part.trim, part.facts) : null
  return (
    <div className="px-3.5">
      <div
        className="relative h-12 cursor-pointer touch-none max-lg:h-10"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          scrub(event)
        }}
        onPointerMove={scrub}
      >
        <ThumbnailStrip file={file} />
        {readySeconds === null ? null : (
          <>
            <span className="absolute inset-y-0 right-0 bg-panel/75" style={{ left: share(readySeconds) }} />
            <span className="absolute bottom-0 left-0 h-1 bg-lime" style={{ width: share(readySeconds) }} />
          </>
        )}
        {part && range ? (
          <>
            <span
              className="absolute inset-y-0 left-0 bg-panel/75"
              style={{ width: share(range.fromSeconds) }}
            />
            <span
              className="absolute inset-y-0 right-0 bg-panel/75"
              style={{ left: share(range.toSeconds) }}
            />
            <span
              className="pointer-events-none absolute -inset-y-1 border-y-2 border-lime"
              style={{ left: share(range.fromSeconds), right: `calc(100% - ${share(range.toSeconds)})` }}
            />
            {(['from', 'to'] as const).map((end) => (
              <TrimHandle
                key={end}
                end={end}
                seconds={end === 'from' ? range.fromSeconds : range.toSeconds}
                facts={part.facts}
                onMove={(seconds) => part.onTrim(end, seconds)}
              />
            ))}
          </>
        ) : null}
        {marks}
        <Playhead player={player} durationSeconds={durationSeconds} fps={fps} />
      </div>
    </div>
  )
}

type TrimHandleProps = {
  readonly end: 'from' | 'to'
  readonly seconds: number
  readonly facts: VideoFacts
  readonly onMove: (seconds: number) => void
}

const labels = { from: messages.video.trim.start, to: messages.video.trim.end } as const

/** One end of the part: a slider, dragged along the strip or moved by keys. */
function TrimHandle({ end, seconds, facts, onMove }: TrimHandleProps) {
  const onKey = (key: string): boolean => {
    const target = trimAfterKey(key, seconds, facts)
    if (target !== null) onMove(target)
    return target !== null
  }
  return (
    <DragSlider
      label={labels[end]}
      max={Math.round(facts.durationSeconds * 1000) / 1000}
      now={Math.round(seconds * 1000) / 1000}
      text={formatTimestamp(seconds)}
      onDrag={(share) => onMove(share * facts.durationSeconds)}
      onKey={onKey}
      className={`group absolute -inset-y-1 z-20 w-6 cursor-ew-resize touch-none outline-none pointer-coarse:w-11 ${
        end === 'from' ? '-translate-x-full' : ''
      }`}
      style={{ left: `${(seconds / facts.durationSeconds) * 100}%` }}
    >
      <span
        className={`absolute inset-y-0 grid w-3.5 place-items-center bg-lime shadow-edge group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-ink ${
          end === 'from' ? 'right-0 rounded-l-sm' : 'left-0 rounded-r-sm'
        }`}
      >
        <span className="h-4 w-0.5 rounded-full bg-on-lime/70" />
      </span>
    </DragSlider>
  )
}

type PlayheadProps = { readonly player: Player; readonly durationSeconds: number; readonly fps: number }

/** A separate component, because it renders with every frame. */
function Playhead({ player, durationSeconds, fps }: PlayheadProps) {
  const { seconds } = useStore(player)
  const onKey = (key: string): boolean => {
    const facts = { durationSeconds, fps, frames: Math.round(durationSeconds * fps) }
    const target = trimAfterKey(key, seconds, facts)
    // The page handles the frame keys everywhere, which also pause.
    if (target === null || key === ',' || key === '.') return false
    player.pause()
    player.seek(target + (key.startsWith('Arrow') ? 0 : frameSeconds(facts) / 2))
    return true
  }
  return (
    <DragSlider
      label={messages.video.playback.position}
      max={Math.round(durationSeconds * 10) / 10}
      now={Math.round(seconds * 10) / 10}
      text={formatTimestamp(seconds)}
      onKey={onKey}
      className="group pointer-events-none absolute -inset-y-1.5 z-10 -ml-px w-0.5 rounded-full bg-ink shadow-[0_0_0_1px_var(--color-panel)] outline-none focus-visible:outline-2 focus-visible:outline-ink"
      style={{ left: `${Math.min(100, (seconds / Math.max(0.001, durationSeconds)) * 100)}%` }}
    >
      <span className="absolute -top-1 left-1/2 size-2.5 -translate-x-1/2 rounded-full bg-ink group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-ink" />
    </DragSlider>
  )
}

/** Thumbnails at equal steps through the video; an empty strip while they are made. */
const ThumbnailStrip = memo(function ThumbnailStrip({ file }: { readonly file: Blob | null }) {
  return (
    <div
      aria-hidden
      className="absolute inset-0 flex overflow-hidden rounded-xs bg-ink/8 forced-colors:outline"
    >
      {file ? <Thumbs file={file} /> : null}
    </div>
  )
})

function Thumbs({ file }: { readonly file: Blob }) {
  const { data: thumbs = [] } = useQuery(videoStrip(useService(), file))
  return Array.from({ length: stripCount }, (_, at) => {
    const picture = thumbs[at]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pictures have no other key than their index.
      <span key={at} className="h-full min-w-0 flex-1">
        {picture ? (
          <img src={lastingUrl(picture)} alt="" draggable={false} className="size-full object-cover" />
        ) : null}
      </span>
    )
  })
}
