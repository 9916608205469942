import { useMutation } from '@tanstack/react-query'
import {
  ArrowLeft,
  CirclePause,
  Download,
  Eye,
  FileText,
  Pause,
  Play,
  RefreshCw,
  RotateCcw,
  SkipForward,
  X,
} from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Batches, BatchPause, BatchState } from '#library/batch/batch.ts'
import { saveFile } from '#library/sink.ts'
import type { PageList } from '#studio/items/media-kind.ts'
import { failureOf } from '#studio/media/save-failure.ts'
import { errorSentence } from '#studio/messages/error-text.ts'
import { formatTimeLeft } from '#studio/messages/format-time.ts'
import { formatNumber } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { useStore } from '#studio/state/store.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { Button, IconButton } from '#studio/ui/button.tsx'
import { ProgressBar } from '#studio/ui/progress-bar.tsx'
import { Segmented } from '#studio/ui/segmented.tsx'
import {
  batchPercent,
  endText,
  type FileGroup,
  fileGroups,
  filesOf,
  openInList,
  reportWords,
  throughCount,
} from './batch-files.ts'
import { type BatchPage, useBatch } from './batch-page.ts'
import { BatchRows } from './batch-rows.tsx'

const texts = messages.batch

type Props = { readonly page: BatchPage; readonly list: PageList }

/** This page's batch, instead of list, viewer and settings; nothing after it is closed. */
export function BatchView({ page, list }: Props) {
  const batch = useBatch(page)
  const batches = useStore(page.batches)
  return batch && batches ? <ShownBatch page={page} list={list} batch={batch} batches={batches} /> : null
}

type ShownProps = Props & { readonly batch: BatchState; readonly batches: Batches }

function ShownBatch({ page, list, batch, batches }: ShownProps) {
  const { name, phase, pause, files, unread } = batch
  const [wanted, setWanted] = useState<FileGroup>('all')
  const groups = useMemo(() => fileGroups.map((group) => ({ group, files: filesOf(files, group) })), [files])
  const counted = groups.filter((each) => each.group === 'all' || each.files.length > 0)
  const shown = counted.find(({ group }) => group === wanted) ?? counted[0]
  const [run, fault] = useRun()
  const close = async () => {
    await batches.close()
    page.hide()
  }
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label={name}
      className="flex h-full min-h-0 flex-col outline-none"
    >
      <header className="shrink-0 border-b border-line bg-panel px-2 py-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <IconButton icon={ArrowLeft} label={texts.hide} onClick={page.hide} className="-mr-2" />
          <h1 className="min-w-0 flex-1 truncate text-sm font-semibold">{name}</h1>
          <div className="flex flex-wrap items-center justify-end gap-2 max-sm:order-last max-sm:w-full max-sm:flex-nowrap max-sm:justify-start max-sm:overflow-x-auto max-sm:p-1 max-sm:[scrollbar-width:none] max-sm:*:shrink-0">
            <BatchButtons page={page} list={list} batch={batch} batches={batches} run={run} />
          </div>
          <Button variant="quiet" onClick={() => run(close)}>
            <X size={15} strokeWidth={1.9} aria-hidden /> {phase === 'ended' ? texts.close : texts.stop}
          </Button>
        </div>
        <Whole batch={batch} />
        {unread ? <p className="px-2 pb-1 text-sm text-ink-soft">{texts.unread(unread)}</p> : null}
        {fault ? (
          <p role="alert" className="px-2 pb-1 text-sm text-fault">
            {fault}
          </p>
        ) : null}
      </header>
      {pause && pause !== 'asked' ? <PauseLine pause={pause} onResume={() => run(batches.resume)} /> : null}
      <div className="shrink-0 overflow-x-auto border-b border-line bg-panel px-3 py-2 [scrollbar-width:none]">
        <Segmented
          legend={texts.filter}
          wrap
          choices={counted.map(({ group, files: own }) => ({
            value: group,
            label: (
              <span>
                {texts.groups[group]} <span className="figures opacity-75">{formatNumber(own.length)}</span>
              </span>
            ),
          }))}
          value={shown?.group ?? 'all'}
          onChange={setWanted}
        />
      </div>
      <BatchRows key={shown?.group} files={shown?.files ?? files} label={texts.files} />
    </section>
  )
}

type PauseProps = { readonly pause: BatchPause; readonly onResume: () => void }

/** Why the batch is paused, in one line, and the button that resumes it. */
function PauseLine({ pause, onResume }: PauseProps) {
  const { text, action } = texts.pauses[pause]
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-uncertain-ground px-4 py-2.5 text-sm"
    >
      <p className="flex min-w-0 items-center gap-2.5 font-medium text-uncertain">
        <CirclePause size={17} strokeWidth={1.9} aria-hidden className="shrink-0" /> {text}
      </p>
      <Button variant="main" onClick={onResume}>
        {action}
      </Button>
    </div>
  )
}

/**
 * The button that opened the view is gone with its dialog or list. A constant function, so that React calls it once.
 */
const takeFocus = (view: HTMLElement | null) => view?.focus()

/** Progress of the batch, and the current file. */
function Whole({ batch }: { readonly batch: BatchState }) {
  const { name, phase, files, secondsLeft, creditsSpent, progress } = batch
  const atWork = useMemo(() => files.find(({ state }) => state === 'working'), [files])
  const through = throughCount(files)
  const left = phase === 'running' && secondsLeft !== null ? formatTimeLeft(secondsLeft) : null
  const whole = {
    listing: texts.listing,
    running: texts.progress(through, files.length, left),
    paused: texts.progress(through, files.length, null),
    watching: `${texts.watching} · ${texts.progress(through, files.length, null)}`,
    ended: endText(batch),
  }[phase]
  return (
    <div className="px-2 pt-2.5 pb-1">
      {phase === 'ended' ? null : <ProgressBar label={texts.bar(name)} percent={batchPercent(batch)} />}
      <p className="figures mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-medium">
          {whole}
          {creditsSpent > 0 ? ` · ${texts.spent(creditsSpent)}` : ''}
        </span>
        <span className="min-w-0 truncate text-ink-soft">
          {phase === 'paused' && batch.pause === 'asked' ? texts.pauses.asked.text : null}
          {phase === 'running' && atWork
            ? texts.atWork(atWork.path, progress?.ratio == null ? null : Math.round(100 * progress.ratio))
            : null}
        </span>
      </p>
    </div>
  )
}

type ButtonsProps = ShownProps & { readonly run: (work: () => Promise<void>) => void }

/** The available actions; at the end the likely next one is the main button. */
function BatchButtons({ page, list, batch, batches, run }: ButtonsProps) {
  const { backgroundPictures } = useStudio()
  const { name, phase, pause, files, zip } = batch
  const isEnded = phase === 'ended'
  const failed = filesOf(files, 'failed').length
  const doubted = filesOf(files, 'doubt')
  const review = async () => {
    const opened = await batches.open(doubted.map(({ path }) => path))
    await openInList(opened, { list, backgroundPictures }, batch.plan.recipes[0] ?? null)
    page.hide()
  }
  return (
    <>
      {isEnded && zip ? (
        <Action icon={Download} isMain onClick={() => saveFile(zip, texts.zipName(name))}>
          {texts.download}
        </Action>
      ) : null}
      {doubted.length > 0 ? (
        <Action icon={Eye} isMain={isEnded && !zip} onClick={() => run(review)}>
          {texts.review(doubted.length)}
        </Action>
      ) : null}
      {phase === 'listing' || phase === 'running' || phase === 'watching' ? (
        <Action icon={Pause} onClick={batches.pause}>
          {texts.pause}
        </Action>
      ) : null}
      {pause === 'asked' ? (
        <Action icon={Play} isMain onClick={() => run(batches.resume)}>
          {texts.goOn}
        </Action>
      ) : null}
      {phase === 'running' ? (
        <Action icon={SkipForward} onClick={batches.skip}>
          {texts.skip}
        </Action>
      ) : null}
      {failed > 0 ? (
        <Action icon={RotateCcw} onClick={batches.retryFailed}>
          {texts.retry}
        </Action>
      ) : null}
      {isEnded ? (
        <Action icon={RefreshCw} hint={texts.againHint} onClick={() => run(batches.again)}>
          {texts.again}
        </Action>
      ) : null}
      {throughCount(files) > 0 ? (
        <Action icon={FileText} onClick={() => saveFile(batches.report(reportWords), texts.reportName(name))}>
          {texts.report}
        </Action>
      ) : null}
    </>
  )
}

type ActionProps = {
  readonly icon: typeof Play
  readonly isMain?: boolean
  readonly hint?: string
  readonly onClick: () => void
  readonly children: ReactNode
}

const Action = ({ icon: Icon, isMain = false, hint, onClick, children }: ActionProps) => (
  <Button variant={isMain ? 'main' : 'plain'} title={hint} onClick={onClick}>
    <Icon size={15} strokeWidth={1.9} aria-hidden /> {children}
  </Button>
)

/** Runs the action of a button, and returns why the last one failed. */
const useRun = (): [run: (work: () => Promise<void>) => void, fault: string | null] => {
  const { mutate, error } = useMutation({ mutationFn: (work: () => Promise<void>) => work() })
  return [mutate, error ? failureOf(error, errorSentence) : null]
}
