import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { creditsForImage } from '#contract/limits.ts'
import type { Batches, BatchPlan, BatchSource, BatchTarget } from '#library/batch/batch.ts'
import { canPickFolder } from '#library/sink.ts'
import { BalanceLine } from '#studio/items/balance-line.tsx'
import type { PageList } from '#studio/items/media-kind.ts'
import { RunLocationChoice } from '#studio/items/run-location.tsx'
import { failureOf } from '#studio/media/save-failure.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useConnection, useStudio } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { NumberField, Switch } from '#studio/ui/form-fields.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import { type ChosenSource, SourceField, sourceCounts, TargetField } from './batch-folders.tsx'
import { NamesField } from './batch-names.tsx'
import type { BatchPage } from './batch-page.ts'
import { RecipesField, useRecipeChoice } from './batch-recipes.tsx'

const texts = messages.batch
const existingChoices = (['skip', 'number', 'replace'] as const).map((value) => ({
  value,
  ...texts.existingChoices[value],
}))

type Props = { readonly page: BatchPage; readonly list: PageList }

/** The form that starts a batch; nothing until `page` is loaded. */
export function BatchDialog(props: Props) {
  const batches = useStore(props.page.batches)
  return batches ? <Form {...props} batches={batches} /> : null
}

function Form({ page, list, batches }: Props & { readonly batches: Batches }) {
  const { service } = useConnection()
  const { modes } = useStudio()
  const turn = useRef(0)
  const [source, setSource] = useState<BatchSource | null>(null)
  const [target, setTarget] = useState<BatchTarget | null>(canPickFolder() ? null : { kind: 'zip' })
  const chosen = source && { source, target, turn: turn.current }
  const { recipes, chosenIds, choose } = useRecipeChoice(list)
  const [names, setNames] = useState<string | null>(null)
  const [more, setMore] = useState<Omit<BatchPlan, 'recipes' | 'names'>>(usual)
  const used = recipes.filter(({ id }) => chosenIds.includes(id))
  const runLocation = service ? more.runLocation : 'device'
  const plan: BatchPlan = { ...more, runLocation, recipes: used, names: names ?? usualNames(used) }
  const change = (part: Partial<typeof more>) => setMore((before) => ({ ...before, ...part }))
  const starting = useMutation({
    mutationFn: async () => {
      if (chosen && target) await batches.begin(chosen.source, target, plan)
    },
    onSuccess: () => {
      modes.leave('folder')
      page.show()
    },
  })
  const { missing } = texts
  const need = !chosen ? missing.source : !target ? missing.target : used.length === 0 ? missing.recipe : null
  return (
    <form
      className="flex min-h-[calc(min(88dvh,50rem)-3.6rem)] flex-col max-sm:min-h-[calc(100dvh-3.6rem)]"
      onSubmit={(event) => {
        event.preventDefault()
        if (!need && !starting.isPending) starting.mutate()
      }}
    >
      <div className="grid gap-x-8 gap-y-5 p-5 md:grid-cols-2">
        <SourceField
          batches={batches}
          chosen={chosen}
          onChange={(next) => {
            turn.current += 1
            setSource(next)
          }}
        />
        <TargetField
          target={target}
          onChange={(next) => {
            turn.current += 1
            setTarget(next)
          }}
        />
        <div className="md:col-span-2">
          <RecipesField recipes={recipes} chosenIds={chosenIds} onChange={choose} />
        </div>
        <NamesField batches={batches} chosen={chosen} plan={plan} onChange={setNames} />
        <div className="space-y-4">
          {target?.kind === 'zip' ? null : (
            <div>
              <p aria-hidden className="mb-1 text-sm font-medium">
                {texts.existing}
              </p>
              <Segmented
                legend={texts.existing}
                choices={existingChoices}
                value={more.existing}
                onChange={(existing) => change({ existing })}
              />
              {more.existing === 'replace' && chosen && target ? (
                <ReplacedLine batches={batches} chosen={chosen} target={target} plan={plan} />
              ) : null}
            </div>
          )}
          <Switch
            label={texts.copiesUnprocessed}
            checked={more.copiesUnprocessed}
            onChange={(copiesUnprocessed) => change({ copiesUnprocessed })}
          />
          {chosen?.source.kind === 'files' ? null : (
            <Switch
              label={texts.watches}
              checked={more.watches}
              onChange={(watches) => change({ watches })}
            />
          )}
          {service ? (
            <Place batches={batches} chosen={chosen} service={service} {...more} onChange={change} />
          ) : null}
        </div>
      </div>
      <footer className="sticky bottom-0 mt-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-panel px-5 py-3">
        <p role={starting.error ? 'alert' : undefined} className="text-sm text-ink-soft">
          {starting.error ? (
            <span className="text-fault">{failureOf(starting.error, errorSentence)}</span>
          ) : (
            need
          )}
        </p>
        <Button
          variant="main"
          large
          disabled={need !== null || starting.isPending}
          onClick={() => starting.mutate()}
        >
          {starting.isPending ? texts.starting : texts.start}
        </Button>
      </footer>
    </form>
  )
}

const usual: Omit<BatchPlan, 'recipes' | 'names'> = {
  existing: 'number',
  copiesUnprocessed: false,
  watches: false,
  runLocation: 'device',
  creditLimit: null,
}

/** A single recipe uses its own pattern; the names of several recipes distinguish them. */
const usualNames = (recipes: BatchPlan['recipes']): string =>
  recipes.length > 1 ? '{name}-{recipe}' : (recipes[0]?.names ?? '{name}')

type ReplacedProps = {
  readonly batches: Batches
  readonly chosen: ChosenSource
  readonly target: BatchTarget
  readonly plan: BatchPlan
}

/** The number of existing target files that would be replaced. */
function ReplacedLine({ batches, chosen, target, plan }: ReplacedProps) {
  const { recipes, names, runLocation } = plan
  const { data, isError } = useQuery({
    queryKey: ['batches', 'replaced', chosen.turn, recipes.map(({ id }) => id), names, runLocation],
    queryFn: ({ signal }) => batches.countReplaced(chosen.source, target, plan, signal),
    gcTime: 0,
    retry: false,
  })
  const text = isError ? texts.notCounted : data === undefined ? texts.counting : texts.replaces(data)
  return (
    <p role="status" className="mt-1 text-xs text-ink-soft">
      {text}
    </p>
  )
}

type PlaceProps = Pick<BatchPlan, 'runLocation' | 'creditLimit'> & {
  readonly batches: Batches
  readonly chosen: ChosenSource | null
  readonly service: NonNullable<ReturnType<typeof useConnection>['service']>
  readonly onChange: (part: Partial<Pick<BatchPlan, 'runLocation' | 'creditLimit'>>) => void
}

/** The run location, its cost at most, and the credit limit. */
function Place({ batches, chosen, service, runLocation, creditLimit, onChange }: PlaceProps) {
  const { data: counts } = useQuery(sourceCounts(batches, chosen))
  const cost = (counts?.pictures ?? 0) * creditsForImage
  return (
    <div className="space-y-2">
      <p aria-hidden className="text-sm font-medium">
        {texts.runLocation}
      </p>
      <RunLocationChoice
        runLocation={runLocation}
        isLocked={false}
        onChange={(next) => onChange({ runLocation: next })}
      />
      {runLocation === 'service' ? (
        <>
          {counts ? <p className="text-sm font-medium">{texts.price(cost, counts.clips > 0)}</p> : null}
          <BalanceLine service={service} cost={cost} />
          <NumberField
            label={texts.creditLimit}
            unit={texts.creditUnit}
            placeholder={texts.noLimit}
            value={creditLimit}
            min={1}
            max={1_000_000}
            onChange={(next) => onChange({ creditLimit: next })}
          />
        </>
      ) : null}
    </div>
  )
}
