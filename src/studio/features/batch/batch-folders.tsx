import { useQuery } from '@tanstack/react-query'
import { FolderInput, FolderOutput, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { Batches, BatchSource, BatchTarget } from '#library/batch/batch.ts'
import { canPickFolder, pickFolder } from '#library/sink.ts'
import { messages } from '#studio/messages/messages.ts'
import { Button } from '#studio/ui/button.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'

const texts = messages.batch

/** A source, its target if chosen, and a number that differs for every choice of both. */
export type ChosenSource = {
  readonly source: BatchSource
  readonly target: BatchTarget | null
  readonly turn: number
}

type SourceProps = {
  readonly batches: Batches
  readonly chosen: ChosenSource | null
  readonly onChange: (source: BatchSource) => void
}

/** The number of pictures and clips in a source, queried once for each choice. */
export const sourceCounts = (batches: Batches, chosen: ChosenSource | null) => ({
  queryKey: ['batches', 'counts', chosen?.turn],
  enabled: chosen !== null,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    chosen ? batches.count(chosen.source, chosen.target, signal) : { pictures: 0, clips: 0 },
})

/** The source of the files: a folder, or, in browsers that cannot open folders, its files. */
export function SourceField({ batches, chosen, onChange }: SourceProps) {
  const input = useRef<HTMLInputElement>(null)
  const { data: counts, isError } = useQuery(sourceCounts(batches, chosen))
  const pick = async () => {
    if (!canPickFolder()) return input.current?.click()
    const handle = await pickFolder('in')
    if (handle) onChange({ kind: 'folder', handle })
  }
  const note = isError ? texts.notRead : counts ? texts.counts(counts) : texts.counting
  return (
    <Field
      icon={FolderInput}
      label={texts.from}
      name={chosen && sourceName(chosen.source)}
      note={chosen && note}
      onPick={pick}
    >
      <input
        ref={input}
        type="file"
        multiple
        {...folderOnly}
        hidden
        aria-label={texts.from}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          const [folder = ''] = (files[0]?.webkitRelativePath ?? '').split('/')
          if (files.length > 0) onChange({ kind: 'files', name: folder || texts.files, files })
          currentTarget.value = ''
        }}
      />
    </Field>
  )
}

/** React lacks this attribute. */
const folderOnly = { webkitdirectory: '' }

const sourceName = (source: BatchSource): string =>
  source.kind === 'folder' ? source.handle.name : source.name

type TargetProps = {
  readonly target: BatchTarget | null
  readonly onChange: (target: BatchTarget | null) => void
}

/** The target of the results: a folder or a ZIP; only a ZIP in browsers that cannot write folders. */
export function TargetField({ target, onChange }: TargetProps) {
  const pick = async () => {
    const handle = await pickFolder('out')
    if (handle) onChange({ kind: 'folder', handle })
  }
  const isZip = target?.kind === 'zip'
  return (
    <Field
      icon={FolderOutput}
      label={texts.to}
      name={target?.kind === 'folder' ? target.handle.name : isZip ? texts.targets.zip : null}
      note={isZip ? (canPickFolder() ? texts.zip : texts.zipAlone) : null}
      onPick={isZip ? null : pick}
    >
      {canPickFolder() ? (
        <Segmented
          legend={texts.to}
          choices={(['folder', 'zip'] as const).map((value) => ({ value, label: texts.targets[value] }))}
          value={isZip ? 'zip' : 'folder'}
          onChange={(kind) => onChange(kind === 'zip' ? { kind } : null)}
        />
      ) : null}
    </Field>
  )
}

type FieldProps = {
  readonly icon: LucideIcon
  readonly label: string
  /** Null before a choice. */
  readonly name: string | null
  readonly note: string | null
  /** Null if there is no choice. */
  readonly onPick: (() => void) | null
  readonly children: ReactNode
}

function Field({ icon: Icon, label, name, note, onPick, children }: FieldProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-1.5 flex h-9 items-center justify-between gap-3">
        <h3 id={id} className="text-sm font-semibold">
          {label}
        </h3>
        {children}
      </div>
      <div className="flex min-h-15 items-center gap-3 rounded-md bg-raised px-3.5 py-2.5 inset-ring inset-ring-line">
        <Icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-soft" />
        <div className="min-w-0 flex-1 text-sm">
          {name === null ? null : <p className="truncate font-medium">{name}</p>}
          <p className="figures text-xs text-ink-soft" aria-live="polite">
            {note}
          </p>
        </div>
        {onPick ? (
          <Button onClick={onPick}>{name === null ? texts.pickFolder : texts.pickOther}</Button>
        ) : null}
      </div>
    </section>
  )
}
