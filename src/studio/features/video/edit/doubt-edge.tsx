import { useQuery } from '@tanstack/react-query'
import { ScanEye } from 'lucide-react'
import { memo, useMemo } from 'react'
import type { JobId } from '#contract/ids.ts'
import type { FrameRating, VideoEdits } from '#contract/video-edits.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { uncertaintyKey } from '#studio/keyboard/command.ts'
import { useCommands } from '#studio/keyboard/use-commands.ts'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { matteRatings } from '#studio/queries/edited-frame.ts'
import { useAnnounce, useService } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { doubtStretches, nextFrameAfter, uncertainFrames } from './uncertain-frames.ts'

const texts = messages.video.edit

/** The edits in the mattes; `version` changes with the mattes. */
type Rated = { readonly edits: VideoEdits | undefined; readonly version: string | number }

/** The uncertainty of each frame of a finished job; empty until known, and without a job. */
export function useRatings(jobId: JobId | null, { edits, version }: Rated): readonly FrameRating[] {
  const asked = matteRatings(useService(), jobId ?? 'job_none', edits, version)
  return useQuery({ ...asked, enabled: jobId !== null }).data ?? none
}

const none: readonly FrameRating[] = []

type EdgeProps = { readonly ratings: readonly FrameRating[]; readonly durationSeconds: number }

/** The lower edge of the film strip, coloured at uncertain frames. */
export const DoubtEdge = memo(function DoubtEdge({ ratings, durationSeconds }: EdgeProps) {
  const stretches = doubtStretches(ratings, durationSeconds)
  return (
    <svg
      role="img"
      aria-label={texts.placesInDoubt(uncertainFrames(ratings).length)}
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-x-0 top-full h-1.5 w-full rounded-b-xs bg-ink/8"
    >
      {stretches.map(({ from, to, mark }) => (
        <rect key={from} x={from} width={to - from} height={1} opacity={mark} className="fill-uncertain" />
      ))}
    </svg>
  )
})

type NextProps = Pick<EdgeProps, 'ratings'> & {
  readonly player: Pick<Player, 'get'>
  readonly onJump: (seconds: number) => void
}

/** The number of uncertain places of a clip: a press or a key goes to the next. */
export function NextInDoubt({ ratings, player, onJump }: NextProps) {
  const announce = useAnnounce()
  const uncertain = useMemo(() => uncertainFrames(ratings), [ratings])
  const goToNext = () => {
    const next = nextFrameAfter(uncertain, player.get().seconds)
    const frame = next === null ? null : uncertain[next]
    if (!frame || next === null) return announce(texts.placesInDoubt(0))
    onJump(frame.seconds)
    announce(texts.uncertain(formatTimestamp(frame.seconds), next + 1, uncertain.length))
  }
  useCommands([{ id: 'uncertainty', keys: [uncertaintyKey], run: goToNext }])
  if (uncertain.length === 0) return null
  return (
    <Button
      variant="quiet"
      className="figures text-uncertain!"
      title={`${texts.nextUncertain} (${uncertaintyKey.toUpperCase()})`}
      command="uncertainty"
      onClick={goToNext}
    >
      <ScanEye size={15} strokeWidth={1.9} aria-hidden />
      <span className="@max-2xl:sr-only">{texts.placesInDoubt(uncertain.length)}</span>
    </Button>
  )
}
