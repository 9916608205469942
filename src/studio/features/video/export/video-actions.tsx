import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, FlaskConical, Play, Scissors, Send, Square } from 'lucide-react'
import type { CompositionParts } from '#contract/composition.ts'
import type { JobId } from '#contract/ids.ts'
import { isOnlyHere, videoFormats } from '#contract/output-formats.ts'
import type { VideoOptions } from '#contract/video-options.ts'
import type { RunLocation } from '#library/items/item.ts'
import { isInProgress } from '#library/items/item.ts'
import { isOpaqueVideo, wantsMatte } from '#library/recipe/video-recipe.ts'
import { sameTrim } from '#library/videos/trim-range.ts'
import {
  activeJob,
  nextRunLocation,
  phaseOf,
  type VideoItem,
  type VideoJob,
} from '#library/videos/video-item.ts'
import { sentSoundText } from '#studio/features/video/recipe/video-format-notes.ts'
import type { SamplePreview } from '#studio/features/video/viewer/use-sample-preview.ts'
import { BalanceLine } from '#studio/items/balance-line.tsx'
import { CommandButton, ListCommands, type Listed } from '#studio/items/command-buttons.tsx'
import { RunLocationChoice } from '#studio/items/run-location.tsx'
import type { Command } from '#studio/keyboard/command.ts'
import { formatTimeLeft } from '#studio/messages/format-time.ts'
import { formatBytes } from '#studio/messages/format-units.ts'
import { messages } from '#studio/messages/messages.ts'
import { sendText } from '#studio/messages/sending-text.ts'
import { resultRetry, sentResultKey } from '#studio/queries/job.ts'
import { useStore } from '#studio/state/store.ts'
import { useConnection } from '#studio/state/use-studio.ts'
import { Button } from '#studio/ui/button.tsx'
import { RetryNotice } from '#studio/ui/retry-status.tsx'
import { creditText, jobCostText } from './cost-text.ts'
import type { JobEstimate } from './job-estimate.ts'
import { FramesAction, ResultsList } from './results-list.tsx'
import { canShareResult, type SaveVideo } from './save-video.ts'

const { actions: texts, samplePreview: previewTexts, cost: costTexts } = messages.video
const { export: exportTexts } = messages.video.settings

type Props = {
  readonly item: VideoItem
  readonly list: Listed
  readonly options: VideoOptions
  readonly parts: CompositionParts | null
  readonly plan: JobEstimate | null
  readonly toSave: VideoJob | null
  readonly saving: SaveVideo
  readonly commands: readonly Command<[VideoItem]>[]
  readonly samplePreview: SamplePreview
  readonly onStart: () => void
  /** Shows the result again while another part is chosen. */
  readonly onResult: () => void
  /** Repeats a failed job on this device; without a job, uses the current settings. */
  readonly onRetry: (failed?: VideoJob) => void
  readonly onRunLocation: (place: RunLocation) => void
}

/** The main buttons: start, cancel or save; and the cost of starting. */
export function VideoActions(props: Props) {
  const { item, list, options, parts, plan, toSave: shown, saving, commands, samplePreview } = props
  const { onStart, onResult, onRetry, onRunLocation } = props
  const phase = phaseOf(item)
  const { running, message: lastSaved } = useStore(saving)
  const exporting = (id: 'save' | 'share') => ({
    commands,
    id,
    item,
    isBusy: running?.action === id,
    disabled: running !== null,
  })
  const { message: lastFrames } = useStore(saving.frames)
  const { service } = useConnection()
  const isComposed = plan !== null && plan.alphaFrom !== null
  const isSending =
    nextRunLocation(item.runLocation, item.recipe.format) === 'service' && service !== null && !isComposed
  const { label: format } = videoFormats[options.format]
  const label = wantsMatte(item.recipe) && !isSending ? texts.withMatte(format) : format
  if (isInProgress(phase) && activeJob(item)?.runLocation === 'service')
    return <p className="py-1.5 text-center text-xs text-balance text-ink-soft">{texts.cannotStop}</p>
  if (isInProgress(phase))
    return (
      <>
        <div className="mb-3 empty:hidden">
          <FramesAction item={item} result={null} frames={saving.frames} />
        </div>
        <div className="flex gap-2">
          {phase === 'paused' ? (
            <Button variant="main" large className="flex-1" command="pause">
              <Play size={17} aria-hidden /> {texts.resume}
            </Button>
          ) : null}
          <Button large className="flex-1" command="cancel">
            <Square size={17} aria-hidden /> {texts.cancel}
          </Button>
        </div>
      </>
    )
  const saved = lastSaved?.id === item.id ? lastSaved : null
  const message = shown && lastFrames?.id === shown.job.id ? lastFrames : saved
  const isDue = plan !== null && !plan.match
  const canStart = isDue && plan.block === null
  // Unless a service must make the result, the stage already shows the current settings.
  const isBehind = isDue && !isSending
  const isAgain = shown?.options.format === options.format && sameTrim(shown.trim, item.trim)
  const seconds = plan?.cost.estimateSeconds ?? null
  const make =
    isSending && plan ? (
      <>
        <Send size={17} strokeWidth={1.9} aria-hidden />{' '}
        {shown
          ? texts.sendFor(sendText(plan.credits, true), label)
          : sendText(plan.credits, phase === 'failed' || phase === 'stopped')}
      </>
    ) : (
      <>
        <Scissors size={19} strokeWidth={1.9} aria-hidden />
        <span>
          {texts.make(label, isAgain)}{' '}
          {seconds === null ? null : (
            <span className="figures text-sm font-medium">{texts.inTime(formatTimeLeft(seconds))}</span>
          )}
        </span>
      </>
    )
  const makes = shown === null || isBehind
  return (
    <>
      <ResultsList item={item} saving={saving} onRetry={onRetry} />
      {plan ? (
        <div className="mb-3 space-y-2 empty:hidden">
          <RunLocationChoice
            runLocation={nextRunLocation(item.runLocation, item.recipe.format)}
            isLocked={isOnlyHere(options.format)}
            onChange={onRunLocation}
          />
          {isSending ? <BalanceLine service={service} cost={canStart ? plan.credits : 0} /> : null}
          {isSending && canStart ? (
            <p className="text-xs font-medium empty:hidden" data-testid="sent-sound">
              {[
                parts &&
                  (isOpaqueVideo(options)
                    ? exportTexts.serviceLacksComposition
                    : exportTexts.composedAfterwards),
                sentSoundText(options, item.facts),
              ]
                .filter((each) => each !== null)
                .join(' ')}
            </p>
          ) : null}
        </div>
      ) : null}
      {isComposed && isDue ? <p className="mb-2.5 text-xs text-ink-soft">{texts.composeNote}</p> : null}
      {isDue && !isComposed ? <PlanLines plan={plan} isSending={isSending} /> : null}
      {/* On phones in one row, if it fits; on low screens first. */}
      <div className="flex flex-wrap gap-2 sideways:order-first sideways:mb-2">
        {shown === null && plan?.match ? (
          // Chooses the part of the result again.
          <Button variant="main" large className="basis-full" onClick={onResult}>
            <Check size={19} strokeWidth={1.9} aria-hidden /> {texts.showResult}
          </Button>
        ) : makes ? (
          <Button
            variant="main"
            large
            className={`grow basis-full px-3! ${shown ? '' : 'stacked:basis-auto'}`}
            disabled={!canStart}
            onClick={onStart}
          >
            {make}
          </Button>
        ) : null}
        {shown ? (
          <div className={`flex grow gap-2 ${makes ? '' : 'basis-full stacked:basis-auto'}`}>
            <CommandButton {...exporting('save')} isMain isPlain={makes} />
            {canShareResult(shown) ? <CommandButton {...exporting('share')} /> : null}
          </div>
        ) : null}
        {shown ? (
          <div className="order-last basis-full empty:hidden">
            <ResultRetryNotice id={shown.job.id} name={item.name} />
          </div>
        ) : null}
        {shown && canStart && !makes ? (
          <Button className="grow" onClick={onStart}>
            {make}
          </Button>
        ) : null}
        {shown?.runLocation === 'device' ? (
          <FramesAction item={item} result={shown} frames={saving.frames} />
        ) : null}
        {shown === null && !isSending ? (
          <Button
            className="grow"
            disabled={plan === null || samplePreview.isRunning}
            title={previewTexts.startHint}
            onClick={() => samplePreview.start(options, parts)}
          >
            <FlaskConical size={15} strokeWidth={1.9} aria-hidden /> {previewTexts.start}
          </Button>
        ) : null}
        {/* On desktops these are below the list. */}
        <div className="contents lg:hidden">
          <ListCommands list={list} />
        </div>
      </div>
      <p
        className={`figures mt-2 min-h-5 text-xs max-lg:empty:hidden ${message?.isError ? 'text-fault' : 'truncate text-ink-soft'}`}
      >
        {message?.text}
      </p>
    </>
  )
}

type PlanProps = { readonly plan: JobEstimate; readonly isSending: boolean }

function PlanLines({ plan: { cost, block, aboutBytes }, isSending }: PlanProps) {
  const { service } = useConnection()
  return block ? (
    <p role="alert" className="mb-2.5 text-sm text-fault">
      {block}
    </p>
  ) : (
    <p className="figures mb-2.5 flex flex-wrap gap-x-3 text-xs text-ink-soft" data-testid="cost">
      <span>{jobCostText(cost)}</span>
      {aboutBytes === null ? null : <span>{costTexts.file(formatBytes(aboutBytes))}</span>}
      {service && !isSending ? <span>{creditText(cost)}</span> : null}
    </p>
  )
}

/** Shows that the file of a sent job is awaited, to be shown or saved, with a button that cancels. */
function ResultRetryNotice({ id, name }: { readonly id: JobId; readonly name: string }) {
  const client = useQueryClient()
  const { data: retry = null } = useQuery(resultRetry(id))
  const stop = () => void client.cancelQueries({ queryKey: sentResultKey(id) })
  return <RetryNotice retry={retry} name={name} onStop={stop} />
}
