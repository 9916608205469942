import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { isServiceError } from '#contract/service-error.ts'
import type { Batches, BatchPlan } from '#library/batch/batch.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { Button } from '#studio/ui/button.tsx'
import { TextField } from '#studio/ui/form-fields.tsx'
import type { ChosenSource } from './batch-folders.tsx'

const texts = messages.batch

/** The placeholders that a press adds to the pattern. */
const parts = ['{name}', '{recipe}', '{n:3}', '{folder}', '{date}', '{width}'] as const
const exampleCount = 3

type Props = {
  readonly batches: Batches
  readonly chosen: ChosenSource | null
  readonly plan: BatchPlan
  readonly onChange: (names: string) => void
}

/** The pattern of the names, with the resulting names of the first files. */
export function NamesField({ batches, chosen, plan, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { data: examples = [], error } = useQuery(exampleNames(batches, chosen, plan))
  // Other faults, such as a missing folder, are shown at that field.
  const fault = isServiceError(error) && error.code === 'validation_error' ? errorSentence(error) : null
  const add = (part: string) => {
    const input = box.current?.querySelector('input')
    const [from, to] = [input?.selectionStart ?? plan.names.length, input?.selectionEnd ?? plan.names.length]
    onChange(plan.names.slice(0, from) + part + plan.names.slice(to))
  }
  return (
    <div ref={box}>
      <TextField
        label={texts.names}
        hint={texts.namesHint}
        value={plan.names}
        fault={fault}
        onChange={onChange}
      />
      <div className="mt-2 flex flex-wrap gap-1">
        {parts.map((part) => (
          <Button
            key={part}
            variant="quiet"
            aria-label={texts.addPart(part)}
            className="h-7! px-1.5! font-mono text-xs!"
            onClick={() => add(part)}
          >
            {part}
          </Button>
        ))}
      </div>
      <div className="mt-2 min-h-18 text-sm" aria-live="polite">
        {chosen ? null : <p className="text-xs text-ink-soft">{texts.noExamples}</p>}
        {fault || !chosen ? null : (
          <ul aria-label={texts.examples}>
            {examples.map((name) => (
              <li key={name} className="truncate font-mono text-xs leading-6 text-ink-soft" title={name}>
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const exampleNames = (batches: Batches, chosen: ChosenSource | null, plan: BatchPlan) => ({
  queryKey: ['batches', 'names', chosen?.turn, plan.names, plan.recipes.map(({ id }) => id)],
  enabled: plan.recipes.length > 0,
  placeholderData: keepPreviousData<readonly string[]>,
  queryFn: () => batches.exampleNames(chosen?.source ?? noFiles, chosen?.target ?? null, plan, exampleCount),
})

/** A source for checking a pattern without files. */
const noFiles = { kind: 'files', name: '', files: [] } as const
