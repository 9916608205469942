import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  LoaderCircle,
  SkipForward,
  TriangleAlert,
} from 'lucide-react'
import { memo, useRef } from 'react'
import type { BatchFile } from '#library/batch/batch.ts'
import { rowsInView, useListView } from '#studio/items/rows-in-view.ts'
import { formatDuration } from '#studio/messages/format-time.ts'
import { messages } from '#studio/messages/messages.ts'
import { isInDoubt, reasonOf } from './batch-files.ts'

const texts = messages.batch

type Props = { readonly files: readonly BatchFile[]; readonly label: string }

/** The files of a batch; those in view are rendered, however many there are. */
export function BatchRows({ files, label }: Props) {
  const box = useRef<HTMLElement>(null)
  const { view, measure } = useListView(box, true, 0)
  return (
    <section
      ref={box}
      onScroll={measure}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      aria-label={label}
      className="slim-scroll min-h-0 flex-1 overflow-y-auto bg-ground focus-visible:outline-offset-[-2px]"
    >
      {files.length === 0 ? <p className="p-5 text-sm text-ink-soft">{texts.none}</p> : null}
      <ul aria-label={label}>
        {rowsInView(files.length, view, []).map(({ at, beforePx, afterPx }) => {
          const file = files[at]
          return file ? (
            <FileRow
              key={file.path}
              file={file}
              at={at}
              beforePx={beforePx}
              afterPx={afterPx}
              count={files.length}
            />
          ) : null
        })}
      </ul>
    </section>
  )
}

type RowProps = {
  readonly file: BatchFile
  readonly at: number
  readonly count: number
  readonly beforePx: number
  readonly afterPx: number
}

/** A file and what became of it. All rows have one height. */
const FileRow = memo(({ file, at, count, beforePx, afterPx }: RowProps) => {
  const { icon: Icon, color } = lookOf(file)
  const slash = file.path.lastIndexOf('/') + 1
  return (
    <li
      aria-posinset={at + 1}
      aria-setsize={count}
      style={{ marginBlockStart: beforePx, marginBlockEnd: afterPx }}
      className="flex h-13 items-center gap-3 border-b border-line px-4 text-sm"
    >
      <Icon
        size={17}
        strokeWidth={1.9}
        aria-hidden
        className={`shrink-0 ${color} ${file.state === 'working' ? 'animate-spin' : ''}`}
      />
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

const looks = {
  waiting: { icon: CircleDashed, color: 'text-ink-soft' },
  working: { icon: LoaderCircle, color: 'text-ink-soft' },
  done: { icon: CircleCheck, color: 'text-ink-soft' },
  skipped: { icon: SkipForward, color: 'text-ink-soft' },
  unreadable: { icon: CircleAlert, color: 'text-fault' },
  failed: { icon: CircleAlert, color: 'text-fault' },
} as const

const lookOf = (file: BatchFile) =>
  isInDoubt(file) ? { icon: TriangleAlert, color: 'text-uncertain' } : looks[file.state]

/** What became of a file, in one line: its outputs, or why there are none. */
const outcomeText = (file: BatchFile): string => {
  if (file.error) return reasonOf(file.error)
  const outputs = file.outputs.join(', ')
  if (isInDoubt(file)) return `${texts.inDoubt}${outputs && ` · ${outputs}`}`
  return outputs || texts.states[file.state]
}
