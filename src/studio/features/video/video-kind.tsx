import type { QueryClient } from '@tanstack/react-query'
import { laterPart } from '#base/later-part.ts'
import { noComposition } from '#contract/composition.ts'
import { ServiceError } from '#contract/service-error.ts'
import { parseVideoEdits } from '#contract/video-edits.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { keepEditsOfPage } from '#library/history/keep-edits.ts'
import { parseSavedHistory } from '#library/history/saved-history.ts'
import { findItem, isInProgress } from '#library/items/item.ts'
import type { ItemsOfKind } from '#library/items/item-list.ts'
import {
  defaultVideoRecipe,
  newVisitVideoRecipe,
  recipeOfVideoOptions,
} from '#library/recipe/video-recipe.ts'
import { needsLook } from '#library/videos/clip-doubt.ts'
import {
  activeJob,
  editedFile,
  findsMattes,
  groundOf,
  phaseOf,
  resultsOf,
  type VideoItem,
} from '#library/videos/video-item.ts'
import { videoKind } from '#library/videos/video-kind.ts'
import { createVideoQueue } from '#library/videos/video-queue.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import type { MediaKind } from '#studio/items/media-kind.ts'
import { recipePartText } from '#studio/items/recipe-part-text.ts'
import { messages } from '#studio/messages/messages.ts'
import { addUsedCredits, refetchAccount } from '#studio/queries/account.ts'
import { deviceReport } from '#studio/queries/on-device.ts'
import { deviceSpeedAfter } from '#studio/state/device-speed.ts'
import { avoidsPreloading } from '#studio/state/use-browser-state.ts'
import { Later } from '#studio/ui/later.tsx'
import { changeEdits } from './edit/change-edits.ts'
import { rateResults } from './edit/rate-results.ts'
import { allResultFiles, createSaveVideo } from './export/save-video.ts'
import { createPlayer } from './player/player.ts'
import { VideoFacts, VideoThumbnail } from './queue/row-parts.tsx'
import { percentOf, phaseText, reviewText, videoNews } from './queue/video-status-text.ts'
import { warmWhileReady } from './queue/warm-networks.ts'
import { startAllCommand, videoCommands } from './video-commands.ts'
import { VideoUpkeep } from './video-upkeep.tsx'

/** A separate script, which the first view does not need. */
const workspace = laterPart(async () => (await import('./video-workspace.tsx')).VideoWorkspace)

/**
 * Opens the work on videos. It follows the jobs of this device, measures the speed, stores edits, and loads the
 * networks before they are needed.
 */
export function openVideoKind(parts: KindParts): MediaKind<VideoItem> {
  const { list, service, connection, client, settings, tell, viewer, editor, backgroundPictures } = parts
  const { video: lastRecipe } = settings.get()
  const queue = createVideoQueue(
    list,
    service,
    ({ options, parts: made, hasMatte = false }) => {
      // Jobs of earlier releases have no id of their picture.
      const { picture, pictureId = crypto.randomUUID() } = made ?? {}
      if (picture) backgroundPictures.hold(pictureId, picture)
      return {
        ...defaultVideoRecipe,
        ...recipeOfVideoOptions(options),
        composition: made?.composition ?? noComposition,
        hasMatte,
        ...(picture && { picture: pictureId }),
      }
    },
    submitToService({ client, service: () => connection.get().service }),
  )
  const videos = service.onDevice?.videos
  videos?.watch(queue.applyJobChange)
  let before = queue.get()
  queue.subscribe(() => {
    const after = queue.get()
    for (const { made, hasMattes } of newResults(before, after)) {
      const file = { ...made.options, ground: groundOf(made), hasMattes }
      settings.set((all) => ({ ...all, pace: deviceSpeedAfter(all.pace, made.job, file) }))
    }
    // A finished job may have downloaded model files, so that fewer are missing.
    if (activeCount(after) < activeCount(before))
      void client.invalidateQueries({ queryKey: deviceReport(service).queryKey })
    before = after
  })
  rateResults({ list, queue, client, service })
  const workers = service.onDevice?.workers
  if (workers && !avoidsPreloading()) warmWhileReady({ queue, warm: workers.warmVideo, network: window })
  const saved = {
    get: () => queue.get().items.map((item) => ({ ...item, file: editedFile(item) })),
    subscribe: queue.subscribe,
    restore: queue.setEdits,
    parse: (stored: unknown) => parseSavedHistory(stored, parseVideoEdits),
  }
  keepEditsOfPage(saved, videos?.savedEdits, tell)
  const saving = createSaveVideo(parts)
  const player = createPlayer()
  const commands = videoCommands({ ...parts, queue, player, saving })
  return {
    ...videoKind(queue, videos, {
      firstRecipe: newVisitVideoRecipe(lastRecipe),
      remember: (recipe) => settings.set((all) => ({ ...all, video: recipe })),
      stepEdits: (item, type) => changeEdits(item, { type }, queue, player),
    }),
    texts: messages.video.kind,
    isLongWork: true,
    phaseText,
    isUncertain: needsLook,
    doubt: ({ rated }) => rated?.doubt ?? 0,
    reviewText,
    percent: percentOf,
    announce: videoNews,
    results: (item) => allResultFiles(item, parts),
    // Each variant would be a separate job.
    variants: () => [],
    thumbnail: (item, isLarge = false) => <VideoThumbnail item={item} isLarge={isLarge} />,
    Facts: VideoFacts,
    reviewAid: () => null,
    workspace: (item, isEditing) => (
      <Later
        key={item.id}
        part={workspace}
        props={{ item, list, queue, store: viewer, editor, player, saving, commands, isEditing }}
      />
    ),
    lastRecipe,
    partText: recipePartText,
    commands,
    leave: (item) => {
      const phase = phaseOf(item)
      if (isInProgress(phase) && phase !== 'paused') return () => queue.cancel(item.id)
      return item.isEditing ? () => queue.setEditing(item.id, false) : null
    },
    listCommands: [startAllCommand({ ...parts, queue, player })],
    prepare: () => {},
    upkeep: <VideoUpkeep list={list} queue={queue} saving={saving} />,
  }
}

/** The number of videos with an active job. */
const activeCount = ({ items }: ItemsOfKind<VideoItem>): number =>
  items.filter((item) => activeJob(item)).length

/**
 * New results of this device without a pause, whose duration can be measured. A job that read a service's alpha is
 * excluded unless its mattes existed, because its speed differs.
 */
const newResults = (before: ItemsOfKind<VideoItem>, after: ItemsOfKind<VideoItem>) =>
  after.items.flatMap((item) => {
    const old = findItem(before.items, item.id)
    if (!old || old === item) return []
    const known = new Set(resultsOf(old).map(({ job }) => job.id))
    return resultsOf(item).flatMap((made) => {
      const { job, runLocation, pause, isAlphaGiven } = made
      if (runLocation !== 'device' || pause || known.has(job.id)) return []
      const hasMattes = findsMattes(item, made)
      return hasMattes || !isAlphaGiven ? [{ made, hasMattes }] : []
    })
  })

type Parts = {
  readonly client: QueryClient
  /** The connected service. */
  readonly service: () => BackgroundService | null
}

/** Submits videos to the service. The price of the job is counted at once, then the account is read again. */
const submitToService =
  ({ client, service }: Parts): BackgroundService['submitVideo'] =>
  async (video, options, call) => {
    const to = service()
    if (!to) throw new ServiceError('authentication_error')
    try {
      const job = await to.submitVideo(video, options, call)
      addUsedCredits(client, to, job.credits)
      return job
    } finally {
      // Also after an error: only the service counts its charges.
      void refetchAccount(client, to)
    }
  }
