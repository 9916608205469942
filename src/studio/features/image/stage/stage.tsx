import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { ImageQueue } from '#studio/features/image/queue/image-queue.ts'
import type { QueueItem } from '#studio/features/image/queue/queue-state.ts'
import { useStore } from '#studio/hooks/use-store.ts'
import { useRecipe } from '#studio/hooks/use-studio.ts'
import { pictureLook } from '#studio/queries/picture-look.ts'
import { isOpaque } from '#studio/state/recipe.ts'
import { layOut } from './art-layout.ts'
import { Artboard } from './artboard.tsx'
import { FaultCard } from './fault-card.tsx'
import { InfoLine } from './info-line.tsx'
import { NoSubjectHint } from './no-subject-hint.tsx'
import { measured, type StageStore } from './stage-state.ts'
import { StageToolbar } from './stage-toolbar.tsx'
import { StoppedCard } from './stopped-card.tsx'
import { UpdatingPill } from './updating-pill.tsx'
import { useNudge } from './use-nudge.ts'
import { useStageGestures } from './use-stage-gestures.ts'
import { useStageResult } from './use-stage-result.ts'
import { WorkingCard } from './working-card.tsx'

type Props = { readonly item: QueueItem; readonly queue: ImageQueue; readonly store: StageStore }

/** The selected picture: its result when there is one, what is going on when there is none. */
export function Stage({ item, queue, store }: Props) {
  const { data: look } = useQuery(pictureLook(item))
  const [recipe] = useRecipe()
  const { view, peeking } = useStore(store)
  const result = useStageResult(item, look, queue)
  const { ref, handlers } = useStageGestures(store)
  const shown = item.state === 'done' ? result.answer : null
  const source = shown?.frame?.source ?? look?.size ?? null
  const box = shown?.frame?.box ?? null
  const whole = view === 'original' && !peeking
  const layout = source ? layOut(source, box, whole) : null
  const { width = 1, height = 1 } = layout?.art ?? {}
  useEffect(() => store.set((state) => measured(state, { art: { width, height } })), [store, width, height])
  useNudge(store, item.state === 'done')
  const busy = item.state === 'waiting' || item.state === 'working'
  return (
    <section aria-label="Stage" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <StageToolbar store={store} />
      <div
        ref={ref}
        {...handlers}
        data-testid="stage"
        data-state={item.state}
        data-updating={result.isUpdating}
        data-reused={shown?.frame?.reused}
        className="relative min-h-0 flex-1 touch-none overflow-hidden border-y border-line bg-sunken"
      >
        {layout && source ? (
          <Artboard
            key={item.id}
            store={store}
            source={item.file}
            name={item.name}
            layout={layout}
            result={shown?.image ?? null}
            kept={whole && box && source ? keptPart(box, source) : null}
            working={item.state === 'working'}
          />
        ) : null}
        <Cards centred={!layout}>
          {busy ? (
            <WorkingCard
              name={item.name}
              progress={item.progress}
              waiting={item.state === 'waiting'}
              onCancel={() => queue.cancel(item.id)}
            />
          ) : null}
          {item.state === 'cancelled' ? <StoppedCard onRetry={() => queue.retry(item.id)} /> : null}
          {item.state === 'failed' && item.error ? (
            <FaultCard
              error={item.error}
              kind={look?.kind ?? 'unknown'}
              name={item.name}
              onRetry={() => queue.retry(item.id)}
            />
          ) : null}
          {item.state === 'done' && result.error ? (
            <FaultCard
              error={result.error}
              kind={look?.kind ?? 'unknown'}
              name={item.name}
              onRetry={result.update}
            />
          ) : null}
          {item.state === 'done' ? <UpdatingPill result={result} progress={item.progress} /> : null}
          {shown && !result.isUpdating && !isOpaque(recipe) ? (
            <NoSubjectHint id={item.id} answer={shown} />
          ) : null}
        </Cards>
      </div>
      <div className="flex h-14 shrink-0 items-center overflow-hidden px-4 xl:h-10">
        {shown ? (
          <InfoLine answer={shown} options={result.options} firstMs={item.answer?.facts.processing_ms ?? 0} />
        ) : null}
      </div>
    </section>
  )
}

/** Where the result lies in the source, as fractions of it; null where it shows all of it. */
const keptPart = (
  box: { x: number; y: number; width: number; height: number },
  source: { width: number; height: number },
) =>
  box.x === 0 && box.y === 0 && box.width === source.width && box.height === source.height
    ? null
    : {
        x: box.x / source.width,
        y: box.y / source.height,
        width: box.width / source.width,
        height: box.height / source.height,
      }

/** What floats over the lower end of the stage, or in its middle where there is no picture; lets the pointer through between the cards. */
const Cards = ({ centred, children }: { readonly centred: boolean; readonly children: ReactNode }) => (
  <div
    className={`pointer-events-none absolute inset-x-4 z-20 flex flex-col items-center gap-3 ${centred ? 'inset-y-4 justify-center' : 'bottom-4'}`}
  >
    {children}
  </div>
)
