import { memo } from 'react'
import type { BatchFile } from '#library/batch/batch.ts'
import { Collection, rowProps } from '#studio/items/collection.tsx'
import { markColor, PhaseMark } from '#studio/items/phase-mark.tsx'
import type { RowRoom } from '#studio/items/rows-in-view.ts'
import { formatDuration } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { isInDoubt, reasonOf } from './batch-files.ts'

const texts = messages.batch

type Props = { readonly files: readonly BatchFile[]; readonly label: string }

/** The files of a batch. */
export const BatchRows = ({ files, label }: Props) =>
  files.length === 0 ? (
    <p className="p-5 text-sm text-ink-soft">{texts.none}</p>
  ) : (
    <Collection
      label={label}
      count={files.length}
      boxClass="overflow-y-auto bg-ground focus-visible:outline-offset-[-2px]"
    >
      {(at, _, room) => {
        const file = files[at]
        return file ? <FileRow key={file.path} file={file} at={at} count={files.length} {...room} /> : null
      }}
    </Collection>
  )

type RowProps = RowRoom & { readonly file: BatchFile; readonly at: number; readonly count: number }

/** A file and its outcome. All rows have one height. */
const FileRow = memo(({ file, at, count, ...room }: RowProps) => {
  const isUncertain = isInDoubt(file)
  const color = markColor(file.state, isUncertain)
  const slash = file.path.lastIndexOf('/') + 1
  return (
    <li
      {...rowProps(at, count, room)}
      className="flex h-13 items-center gap-3 border-b border-line px-4 text-sm"
    >
      <span className={`flex ${color}`}>
        <PhaseMark phase={file.state} isUncertain={isUncertain} size={17} />
      </span>
      <p className="min-w-0 flex-1" title={file.path}>
        <span className="flex">
          <span className="truncate text-ink-faint">{file.path.slice(0, slash)}</span>
          <span className="max-w-full shrink-0 truncate font-medium">{file.path.slice(slash)}</span>
        </span>
        <span className={`block truncate text-xs ${color}`} title={outcomeText(file)}>
          {outcomeText(file)}
        </span>
      </p>
      <span className="figures shrink-0 text-xs text-ink-soft">
        {file.seconds === null ? '' : formatDuration(file.seconds)}
      </span>
    </li>
  )
})

/** The outcome of a file in one line: its outputs, or why there are none. */
const outcomeText = (file: BatchFile): string => {
  if (file.error) return reasonOf(file.error)
  const outputs = file.outputs.join(', ')
  if (isInDoubt(file)) return `${texts.inDoubt}${outputs && ` · ${outputs}`}`
  return outputs || texts.states[file.state]
}
