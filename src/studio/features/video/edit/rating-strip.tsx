import { useQuery } from '@tanstack/react-query'
import { ScanEye } from 'lucide-react'
import { useMemo } from 'react'
import type { JobId } from '#contract/ids.ts'
import type { FrameRating, VideoEdits } from '#contract/video-edits.ts'
import type { Player } from '#studio/features/video/player/player.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useAnnounce } from '#studio/hooks/use-studio.ts'
import { uncertaintyKey } from '#studio/keyboard/command.ts'
import { useCommands } from '#studio/keyboard/use-commands.ts'
import { formatTimestamp } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { matteRatings } from '#studio/queries/edited-frame.ts'
import { IconButton } from '#studio/ui/button.tsx'
import { nextFrameAfter, uncertainFrames } from './uncertain-frames.ts'

const texts = messages.video.edit

type Props = {
  readonly jobId: JobId
  /** Those that the mattes have. */
  readonly edits: VideoEdits | undefined
  /** Changes when the mattes do. */
  readonly version: string | number
  readonly durationSeconds: number
  readonly player: Pick<Player, 'get'>
  readonly onJump: (seconds: number) => void
}

/** Uncertainty and flicker of each frame, below the timeline. A click goes to the worst frame, a button or key to the next. */
export function RatingStrip({ jobId, edits, version, durationSeconds, player, onJump }: Props) {
  const { data: ratings = none } = useQuery(matteRatings(useService(), jobId, edits, version))
  const announce = useAnnounce()
  const uncertain = useMemo(() => uncertainFrames(ratings), [ratings])
  const goToNext = () => {
    const next = nextFrameAfter(uncertain, player.get().seconds)
    const frame = next === null ? null : uncertain[next]
    if (!frame || next === null) return announce(texts.framesInDoubt(0))
    onJump(frame.seconds)
    announce(texts.uncertain(formatTimestamp(frame.seconds), next + 1, uncertain.length))
  }
  useCommands([{ id: 'uncertainty', keys: [uncertaintyKey], run: goToNext }])
  const worst = worstOf(ratings)
  if (!worst) return null
  const most = Math.max(
    ...ratings.map(({ uncertainty, flicker }) => Math.max(uncertainty, flicker)),
    leastScale,
  )
  const text = texts.worst(formatTimestamp(worst.seconds))
  return (
    <div className="flex items-center gap-1 py-0.5 pr-2 pl-3.5">
      <button
        type="button"
        aria-label={text}
        title={text}
        onClick={() => onJump(worst.seconds)}
        className="relative block h-6 min-w-0 flex-1 overflow-hidden rounded-xs bg-ink/6 hover:bg-ink/10 max-lg:h-8 pointer-coarse:h-11"
      >
        <svg
          role="img"
          aria-label={texts.ratings}
          viewBox="0 0 1000 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          {(['uncertainty', 'flicker'] as const).map((kind) => (
            <path key={kind} d={areaOf(ratings, kind, durationSeconds, most)} className={fills[kind]}>
              <title>{texts[kind]}</title>
            </path>
          ))}
        </svg>
        <span
          aria-hidden
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-fault"
          style={{ left: `${(worst.seconds / Math.max(0.001, durationSeconds)) * 100}%` }}
        />
      </button>
      <IconButton
        icon={ScanEye}
        small
        label={texts.nextUncertain}
        command="uncertainty"
        disabled={uncertain.length === 0}
        onClick={goToNext}
      />
    </div>
  )
}

const none: readonly FrameRating[] = []

/** Smaller values fill no more of the strip, so that a good clip looks calm. */
const leastScale = 0.2

const fills = { uncertainty: 'fill-ink-faint/55', flicker: 'fill-fault/70' } as const

const worstOf = (ratings: readonly FrameRating[]): FrameRating | null =>
  ratings.reduce<FrameRating | null>(
    (worst, rating) =>
      !worst || rating.uncertainty + rating.flicker > worst.uncertainty + worst.flicker ? rating : worst,
    null,
  )

/** The area below a curve, in a box of 1000 by 100. */
const areaOf = (
  ratings: readonly FrameRating[],
  kind: 'uncertainty' | 'flicker',
  durationSeconds: number,
  most: number,
): string => {
  const frameSeconds = durationSeconds / ratings.length
  const points = ratings.flatMap(({ seconds, [kind]: value }) => {
    const y = 100 - (value / most) * 100
    return [seconds, seconds + frameSeconds].map(
      (at) => `${((at / durationSeconds) * 1000).toFixed(1)},${y.toFixed(1)}`,
    )
  })
  return `M0,100 L${points.join(' ')} L1000,100 Z`
}
