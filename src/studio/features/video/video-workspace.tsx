import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { JobId } from '#contract/ids.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { RunLocation } from '#library/items/item.ts'
import { isInProgress } from '#library/items/item.ts'
import type { ItemList } from '#library/items/item-list.ts'
import { toComposition } from '#library/recipe/recipe.ts'
import { toVideoOptions, wantsMatte } from '#library/recipe/video-recipe.ts'
import { nextRunLocation, phaseOf, type VideoItem, type VideoJob } from '#library/videos/video-item.ts'
import type { VideoQueue } from '#library/videos/video-queue.ts'
import type { EditorStore } from '#studio/edit/editor-state.ts'
import { SettingsPanel } from '#studio/items/settings-panel.tsx'
import { SettingsScope } from '#studio/items/settings-scope.tsx'
import type { Command } from '#studio/keyboard/command.ts'
import { messages } from '#studio/messages/messages.ts'
import { usedCredits } from '#studio/queries/account.ts'
import { videoResult } from '#studio/queries/job.ts'
import { useStore } from '#studio/state/store.ts'
import { useConnection, useStudio } from '#studio/state/use-studio.ts'
import { ErrorBoundary } from '#studio/ui/error-boundary.tsx'
import type { ViewerStore } from '#studio/viewer/viewer-state.ts'
import { resultToSave } from './export/find-result.ts'
import { estimateJob, largeFileBytes } from './export/job-estimate.ts'
import { type SaveVideo, useResultSources } from './export/save-video.ts'
import { LargeFileDialog, SendAgainDialog } from './export/start-dialogs.tsx'
import { VideoActions } from './export/video-actions.tsx'
import type { Player } from './player/player.ts'
import { videoSettings } from './recipe/video-settings.tsx'
import { useSamplePreview } from './viewer/use-sample-preview.ts'
import { VideoViewer } from './viewer/video-viewer.tsx'

const { workspace: texts } = messages.video

type Props = {
  readonly item: VideoItem
  readonly list: Pick<ItemList, 'get' | 'subscribe' | 'remove'>
  readonly queue: VideoQueue
  readonly store: ViewerStore
  readonly editor: EditorStore
  readonly player: Player
  readonly saving: SaveVideo
  readonly commands: readonly Command<[VideoItem]>[]
  readonly isEditing: boolean
}

/** The selected video: its viewer, its settings and the main buttons. */
export function VideoWorkspace(props: Props) {
  const { item, list, queue, store, editor, player, saving, commands, isEditing } = props
  const { settings, backgroundPictures } = useStudio()
  const client = useQueryClient()
  const { service } = useConnection()
  const { pace } = useStore(settings)
  const { recipe } = item
  const options = toVideoOptions(recipe)
  const pictures = useStore(backgroundPictures)
  const picture = pictures.get(recipe.picture) ?? null
  const parts = useMemo(() => toComposition(recipe, picture), [recipe, picture])
  const plan = estimateJob(item, options, pace, parts)
  const toSave = resultToSave(item, pictures)
  const sent = plan?.alphaFrom ?? null
  const sources = useResultSources()
  const samplePreview = useSamplePreview(item)
  const hasMatte =
    wantsMatte(recipe) &&
    (nextRunLocation(item.runLocation, item.recipe.format) === 'device' || sent !== null)
  const [largeBytes, setLargeBytes] = useState<number | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => queue.open(item.id), [queue, item.id])
  const isAtWork = isInProgress(phaseOf(item))
  const { close: closePreview } = samplePreview
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function is made with each rendering.
  useEffect(() => {
    if (isAtWork) closePreview()
  }, [isAtWork])

  const readAlpha = async (id: JobId, runLocation: RunLocation): Promise<Blob> => {
    if (runLocation === 'service') return client.fetchQuery(videoResult(sources, id, runLocation))
    const kept = await sources.device.onDevice?.videos.givenAlpha(id)
    if (!kept) throw new ServiceError('job_not_found')
    return kept
  }
  const start = () => {
    setLargeBytes(null)
    setIsAsking(false)
    player.pause()
    queue.start(item.id, options, {
      usedCreditsBefore: service && usedCredits(client, service),
      parts,
      hasMatte: wantsMatte(recipe),
      ...(sent && { alphaFrom: () => readAlpha(sent.job.id, sent.runLocation) }),
    })
  }
  const startOrAsk = () => {
    const bytes = plan?.bytes ?? 0
    const isHere = nextRunLocation(item.runLocation, item.recipe.format) === 'device' || sent !== null
    if (!isHere && item.isOutcomeUnknown) setIsAsking(true)
    else if (isHere && bytes > largeFileBytes) setLargeBytes(bytes)
    else start()
  }
  // For a job without its own settings, the job contains the requested options.
  const retryHere = (before: VideoJob | undefined = item.isFileOwn ? undefined : item.jobs[0]) => {
    const more = before ?? { parts, hasMatte: wantsMatte(recipe) }
    queue.retry(item.id, before?.options ?? options, { parts: more.parts, hasMatte: more.hasMatte ?? false })
  }
  const runHere = () => {
    queue.setRunLocation(item.id, 'device')
    start()
  }
  return (
    <>
      <ErrorBoundary name={texts.viewer} className="flex-1">
        <VideoViewer
          item={item}
          queue={queue}
          store={store}
          editor={editor}
          player={player}
          samplePreview={samplePreview}
          toSave={toSave}
          wanted={{ options, parts, hasMatte }}
          onRemove={() => list.remove([item.id])}
          onRetry={() =>
            nextRunLocation(item.runLocation, item.recipe.format) === 'service' ? startOrAsk() : retryHere()
          }
          onRunHere={item.file && item.facts ? runHere : null}
        />
      </ErrorBoundary>
      <ErrorBoundary name={texts.settings} className="border-line bg-panel lg:w-84 lg:border-l">
        <SettingsPanel
          head={<SettingsScope />}
          groups={videoSettings}
          isQuiet={isAtWork}
          isHidden={isEditing}
        >
          <VideoActions
            item={item}
            list={list}
            options={options}
            parts={parts}
            plan={plan}
            toSave={toSave}
            saving={saving}
            commands={commands}
            samplePreview={samplePreview}
            onStart={startOrAsk}
            onResult={() => queue.setEditing(item.id, false)}
            onRetry={retryHere}
            onRunLocation={(runLocation) => queue.setRunLocation(item.id, runLocation)}
          />
        </SettingsPanel>
      </ErrorBoundary>
      <SendAgainDialog
        open={isAsking}
        credits={plan?.credits ?? 0}
        usedCreditsBefore={item.usedCreditsBefore}
        onSend={start}
        onClose={() => setIsAsking(false)}
      />
      <LargeFileDialog bytes={largeBytes} onStart={start} onClose={() => setLargeBytes(null)} />
    </>
  )
}
