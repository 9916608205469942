import { useQuery } from '@tanstack/react-query'
import { Scissors } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Player } from '#studio/features/video/player/player.ts'
import { Transport } from '#studio/features/video/player/transport.tsx'
import { usePlayerTicks } from '#studio/features/video/player/use-player-ticks.ts'
import { isBusy, phaseOf, type VideoItem } from '#studio/features/video/queue/video-item.ts'
import type { VideoQueue } from '#studio/features/video/queue/video-queue.ts'
import { TimelineStrip } from '#studio/features/video/trim/timeline-strip.tsx'
import { frameSeconds, rangeOf, trimmed } from '#studio/features/video/trim/trim-math.ts'
import { useService } from '#studio/hooks/use-service.ts'
import { useStore } from '#studio/hooks/use-store.ts'
import { jobResult } from '#studio/queries/job.ts'
import { measured, type StageStore } from '#studio/stage/stage-state.ts'
import { StageToolbar } from '#studio/stage/stage-toolbar.tsx'
import { useStageGestures } from '#studio/stage/use-stage-gestures.ts'
import { Button } from '#studio/ui/button.tsx'
import { filmOf, pictureSize } from './film.ts'
import { TrialFrames } from './trial-frames.tsx'
import type { Trial } from './use-trial.ts'
import { VideoArt } from './video-art.tsx'
import { VideoCards } from './video-cards.tsx'
import { ClipLine, ResultLine } from './video-info-line.tsx'

type Props = {
  readonly item: VideoItem
  readonly queue: VideoQueue
  readonly store: StageStore
  readonly player: Player
  readonly trial: Trial
  readonly onRetry: () => void
}

/** The selected video: to choose a part of, at work, or with its result. */
export function VideoStage({ item, queue, store, player, trial, onRetry }: Props) {
  const service = useService()
  const { ref, handlers } = useStageGestures(store)
  const { backdrop } = useStore(store)
  usePlayerTicks(player)
  const film = filmOf(item)
  const phase = phaseOf(item)
  const job = film.job?.job ?? null
  const isDone = job?.status === 'completed'
  const { data: result = null } = useQuery({
    ...jobResult(service, job?.id ?? 'job_none'),
    networkMode: 'always',
    enabled: isDone,
  })
  const [ready, setReady] = useState({ key: film.key, seconds: 0 })
  const readySeconds = job && !isDone ? (ready.key === film.key ? ready.seconds : 0) : null
  const size = pictureSize(item)
  const { width = 1, height = 1 } = size ?? {}
  useEffect(() => store.set((state) => measured(state, { art: { width, height } })), [store, width, height])

  const part =
    film.job || !item.facts || isBusy(phase)
      ? null
      : {
          facts: item.facts,
          trim: item.trim,
          onTrim: (end: 'from' | 'to', seconds: number) => {
            const { facts } = item
            if (!facts) return
            const next = trimmed(item.trim, end, seconds, facts)
            queue.setTrim(item.id, next)
            player.pause()
            player.seek(end === 'from' ? rangeOf(next, facts).fromSeconds : rangeOf(next, facts).toSeconds)
          },
        }
  const durationSeconds = job?.duration_seconds ?? item.facts?.durationSeconds ?? 0
  const fps = job?.fps ?? item.facts?.fps ?? 30
  const { fromSeconds, toSeconds } = part
    ? rangeOf(item.trim, part.facts)
    : { fromSeconds: 0, toSeconds: durationSeconds }
  const mostSeconds = readySeconds === null || readySeconds === 0 ? toSeconds : readySeconds
  useEffect(
    () => player.setRange({ fromSeconds, toSeconds: mostSeconds }),
    [player, fromSeconds, mostSeconds],
  )

  return (
    <section aria-label="Stage" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <StageToolbar store={store} />
      <div
        data-testid="stage"
        data-state={phase}
        className="relative min-h-0 flex-1 overflow-hidden border-y border-line bg-sunken max-lg:min-h-56"
      >
        <div ref={ref} {...handlers} className="absolute inset-0 touch-none">
          {size && film.source ? (
            <VideoArt
              key={film.key}
              name={item.name}
              film={film}
              size={size}
              store={store}
              player={player}
              result={isDone ? result : null}
              onReady={(seconds) => setReady({ key: film.key, seconds })}
            />
          ) : null}
        </div>
        <div
          className={`pointer-events-none absolute inset-x-4 z-20 flex max-h-full flex-col items-center gap-3 ${film.source && size ? 'bottom-4' : 'inset-y-4 justify-center'}`}
        >
          <TrialFrames trial={trial} backdrop={backdrop} />
          <VideoCards
            item={item}
            onCancel={() => queue.cancel(item.id)}
            onRetry={onRetry}
            onRemove={() => queue.remove(item.id)}
          />
        </div>
      </div>
      {durationSeconds > 0 ? (
        <div className="shrink-0 border-b border-line bg-panel pb-3">
          <Transport player={player} durationSeconds={durationSeconds} frameSeconds={frameSeconds({ fps })}>
            {isDone && item.file ? (
              <Button look="quiet" onClick={() => queue.edit(item.id, true)}>
                <Scissors size={15} aria-hidden /> Choose another part
              </Button>
            ) : null}
            {item.isEditing ? (
              <Button look="quiet" onClick={() => queue.edit(item.id, false)}>
                Back to the result
              </Button>
            ) : null}
          </Transport>
          <TimelineStrip
            file={film.source}
            durationSeconds={durationSeconds}
            player={player}
            part={part}
            fps={fps}
            readySeconds={readySeconds}
          />
        </div>
      ) : null}
      <div className="flex h-14 shrink-0 items-center overflow-hidden px-4 xl:h-10">
        {job && isDone ? <ResultLine job={job} /> : item.facts ? <ClipLine facts={item.facts} /> : null}
      </div>
    </section>
  )
}
