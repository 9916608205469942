import { Scissors } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isInProgress } from '#library/items/item.ts'
import { fileSizeOf, frameSeconds, maxPartSeconds, moveTrimEnd, rangeOf } from '#library/videos/trim-range.ts'
import { phaseOf, type VideoItem } from '#library/videos/video-item.ts'
import type { VideoQueue } from '#library/videos/video-queue.ts'
import { PlaybackControls } from '#studio/features/video/player/playback-controls.tsx'
import type { Player } from '#studio/features/video/player/player.ts'
import type { ViewerSource } from '#studio/features/video/viewer/viewer-source.ts'
import { messages } from '#studio/messages/messages.ts'
import { useWindowEvent } from '#studio/state/use-browser-state.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { TimelineStrip } from './timeline-strip.tsx'

const { trim: texts } = messages.video

/** The parts of a film strip besides its pictures. */
type StripLabel = keyof typeof messages.video.strip

type Props = {
  readonly item: VideoItem
  readonly queue: VideoQueue
  readonly source: ViewerSource
  readonly player: Player
  /** The end of the running job's mattes, in seconds; null if none runs. */
  readonly readySeconds: number | null
  /** The marks on the strip. */
  readonly marks?: ReactNode
  /** The part of the strip to label. */
  readonly label: StripLabel | null
  /** More buttons. */
  readonly children?: ReactNode
}

/** The finished part plays by itself once it is longer than this, in seconds. */
const autoplaySeconds = 0.4

/** Plays the video, and lets the user choose a part. */
export function Timeline({ item, queue, source, player, readySeconds, marks, ...props }: Props) {
  const job = source.job?.job ?? null
  const { facts, trim } = item
  const canChoose = !job && facts !== null && !isInProgress(phaseOf(item))
  const durationSeconds = job?.duration_seconds ?? facts?.durationSeconds ?? 0
  const fps = job?.fps ?? facts?.fps ?? 30
  const { fromSeconds, toSeconds } = rangeOf(canChoose ? trim : null, { durationSeconds })
  const lastSeconds = readySeconds || toSeconds
  const hasBegun = readySeconds !== null && readySeconds > autoplaySeconds

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source begins at its start.
  useEffect(() => player.reset(), [player, source.key])
  useEffect(
    () => player.setRange({ fromSeconds, toSeconds: lastSeconds }),
    [player, fromSeconds, lastSeconds],
  )
  useEffect(() => {
    if (hasBegun && !matchMedia('(prefers-reduced-motion: reduce)').matches) player.playMuted()
  }, [player, hasBegun])

  const part = canChoose
    ? {
        facts,
        trim,
        onTrim: (end: 'from' | 'to', seconds: number) => {
          const next = moveTrimEnd(trim, end, seconds, facts, maxPartSeconds(facts, fileSizeOf(item)))
          const range = rangeOf(next, facts)
          queue.setTrim(item.id, next)
          player.pause()
          player.preview(end === 'from' ? range.fromSeconds : range.toSeconds - frameSeconds(facts) / 2)
        },
      }
    : null
  if (durationSeconds === 0) return null
  return (
    <div className="shrink-0 border-b border-line bg-panel pb-3 max-lg:pb-2.5">
      <PlaybackControls player={player} durationSeconds={durationSeconds} hasSound={facts?.audio != null}>
        {job?.status === 'completed' && item.file ? (
          <Button variant="quiet" onClick={() => queue.setEditing(item.id, true)}>
            <Scissors size={15} aria-hidden /> <span className="@max-2xl:sr-only">{texts.anotherPart}</span>
          </Button>
        ) : null}
        {item.isEditing ? (
          <Button variant="quiet" onClick={() => queue.setEditing(item.id, false)}>
            {texts.backToResult}
          </Button>
        ) : null}
        {props.children}
      </PlaybackControls>
      <TimelineStrip
        file={source.file}
        durationSeconds={durationSeconds}
        player={player}
        part={part}
        fps={fps}
        readySeconds={readySeconds}
        marks={
          <>
            {marks}
            <StripLabelOnce of={part ? 'part' : props.label} />
          </>
        }
      />
    </div>
  )
}

type LabelProps = { readonly of: StripLabel | null }

/** Explains a part of the film strip on its first appearance, until the next press. */
function StripLabelOnce({ of }: LabelProps) {
  const { settings } = useStudio()
  const [shown, setShown] = useState<StripLabel | null>(null)
  useEffect(() => {
    if (of === null || settings.get().labelled.includes(of))
      return setShown((now) => (now === of ? now : null))
    settings.set((all) => ({ ...all, labelled: [...all.labelled, of] }))
    setShown(of)
  }, [of, settings])
  useWindowEvent('pointerdown', () => setShown(null))
  if (shown === null) return null
  return (
    <p className="pointer-events-none absolute inset-0 z-30 m-auto size-fit animate-rise rounded-full bg-panel px-3 py-1 text-xs text-ink shadow-lift">
      {messages.video.strip[shown]}
    </p>
  )
}
