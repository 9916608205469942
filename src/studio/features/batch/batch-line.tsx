import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureOf } from '#studio/media/save-failure.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { Button } from '#studio/ui/button.tsx'
import { throughCount } from './batch-files.ts'
import { type BatchPage, useBatch } from './batch-page.ts'

const texts = messages.batch.left

type Props = { readonly page: BatchPage }

/** A line over the page: the running batch while something else is shown, or the batches of earlier visits. */
export function BatchLine({ page }: Props) {
  const batch = useBatch(page)
  if (!batch) return <LeftBatches page={page} />
  return (
    <Line text={texts.hidden(batch.name, throughCount(batch.files), batch.files.length)}>
      <Button onClick={page.show}>{texts.show}</Button>
    </Line>
  )
}

function LeftBatches({ page }: Props) {
  const client = useQueryClient()
  const queryKey = ['batches', 'left']
  const { data: left = [] } = useQuery({
    queryKey,
    // Batches of an earlier answer may have been resumed or closed since.
    staleTime: 0,
    queryFn: async () => (await page.batches.load()).left(),
  })
  const taking = useMutation({
    mutationFn: async (id: string) => (await page.batches.load()).takeUp(id),
    onSuccess: page.show,
  })
  const forgetting = useMutation({
    mutationFn: async (id: string) => (await page.batches.load()).forget(id),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const fault = taking.error ?? forgetting.error
  return left.map(({ id, name, done, total }) => (
    <Line key={id} text={texts.text(name, done, total)}>
      <Button variant="main" disabled={taking.isPending} onClick={() => taking.mutate(id)}>
        {messages.batch.goOn}
      </Button>
      <Button onClick={() => forgetting.mutate(id)}>{texts.forget}</Button>
      {fault ? <p className="text-fault">{failureOf(fault, errorSentence)}</p> : null}
    </Line>
  ))
}

type LineProps = { readonly text: string; readonly children: ReactNode }

const Line = ({ text, children }: LineProps) => (
  <section
    aria-label={texts.region}
    className="flex shrink-0 flex-wrap items-center justify-center gap-x-6 gap-y-2 border-b border-line bg-panel px-4 py-2 text-sm"
  >
    <p className="figures font-semibold">{text}</p>
    <span className="flex flex-wrap items-center gap-2">{children}</span>
  </section>
)
