import { Download, Pause, Play, Share, Square } from 'lucide-react'
import { videoFormats } from '#contract/output-formats.ts'
import { isInProgress } from '#library/items/item.ts'
import { toComposition } from '#library/recipe/recipe.ts'
import { toVideoOptions, wantsMatte } from '#library/recipe/video-recipe.ts'
import { fileSizeOf, frameSeconds, maxPartSeconds, moveTrimEnd } from '#library/videos/trim-range.ts'
import {
  activeJob,
  canEditFrames,
  isChoosingPart,
  isVideo,
  nextRunLocation,
  pausableJob,
  phaseOf,
  type VideoItem,
  type VideoJob,
} from '#library/videos/video-item.ts'
import type { VideoQueue } from '#library/videos/video-queue.ts'
import { beginEditing } from '#studio/edit/edit-focus.ts'
import { toolCommands } from '#studio/edit/tool-commands.ts'
import type { KindParts } from '#studio/items/kind-parts.ts'
import { type Command, uncertaintyKey } from '#studio/keyboard/command.ts'
import { createHoldDetector } from '#studio/keyboard/use-commands.ts'
import { messages } from '#studio/messages/messages.ts'
import { placeOf } from '#studio/state/modes.ts'
import { resultToSave } from './export/find-result.ts'
import { estimateJob } from './export/job-estimate.ts'
import type { SaveVideo } from './export/save-video.ts'
import type { Player } from './player/player.ts'

const { saving: texts, items, video } = messages

type Parts = Pick<KindParts, 'viewer' | 'editor' | 'modes' | 'announcer' | 'backgroundPictures'> & {
  readonly queue: Pick<VideoQueue, 'cancel' | 'setTrim' | 'togglePause'>
  readonly player: Player
  readonly saving: Pick<SaveVideo, 'start'>
}

type StartParts = {
  readonly list: Pick<KindParts['list'], 'get'>
  readonly settings: Pick<KindParts['settings'], 'get'>
  readonly backgroundPictures: Pick<KindParts['backgroundPictures'], 'get'>
  readonly queue: Pick<VideoQueue, 'start'>
  readonly player: Pick<Player, 'pause'>
}

/** The commands of a clip. */
export const videoCommands = (parts: Parts): readonly Command<[VideoItem]>[] => {
  const { queue, viewer, editor, modes, player, saving, announcer } = parts
  const { announce } = announcer
  const isEditing = (item: VideoItem) => canEditFrames(item) && placeOf(modes.get()) === 'edit'
  const isPaused = (item: VideoItem) => phaseOf(item) === 'paused'
  const isOwnWork = (item: VideoItem) =>
    isInProgress(phaseOf(item)) && activeJob(item)?.runLocation !== 'service'
  const step = (frames: number) => (item: VideoItem) => {
    const fps = toSave(item)?.job.fps ?? item.facts?.fps ?? item.jobs[0]?.job.fps ?? 30
    player.step(frames, frameSeconds({ fps }))
  }
  const cutHere = (end: 'from' | 'to') => (item: VideoItem) => {
    if (!item.facts) return
    const maxSeconds = maxPartSeconds(item.facts, fileSizeOf(item))
    queue.setTrim(item.id, moveTrimEnd(item.trim, end, player.get().seconds, item.facts, maxSeconds))
  }
  const canCut = (item: VideoItem) => isChoosingPart(item) && item.facts !== null
  const space = createHoldDetector(() => viewer.set((state) => ({ ...state, peeking: true })))
  const toSave = (item: VideoItem) => resultToSave(item, parts.backgroundPictures.get())
  /** A command that saves or shares the clip's result. */
  const exporting = (id: 'save' | 'share') => ({
    id,
    run: (item: VideoItem) => {
      const result = toSave(item)
      if (result) saving.start(id, item, result)
    },
  })
  return [
    ...toolCommands(editor, announce, isEditing),
    {
      id: 'pause',
      keys: [],
      places: ['row'],
      icon: (item) => (isPaused(item) ? Play : Pause),
      label: (_, item) => (isPaused(item) ? items.row.resume(item.name) : items.row.pause(item.name)),
      applies: (item) => pausableJob(item) !== null,
      run: ({ id }) => queue.togglePause(id),
    },
    { id: 'cancel', keys: [], applies: isOwnWork, run: ({ id }) => queue.cancel(id) },
    {
      id: 'stop',
      keys: [],
      places: ['row'],
      icon: () => Square,
      label: (_, { name }) => items.row.stop(name),
      // There is space for only one of the two.
      applies: (item) => !pausableJob(item) && isOwnWork(item),
      run: ({ id }) => queue.cancel(id),
    },
    {
      ...exporting('save'),
      keys: ['s'],
      places: ['row', 'panel'],
      icon: () => Download,
      label: (place, item) => {
        const result = toSave(item)
        return place === 'row' || !result ? items.row.save(item.name) : texts.save(fileLabel(result))
      },
      applies: (item) => toSave(item) !== null,
    },
    {
      ...exporting('share'),
      keys: [],
      places: ['panel'],
      icon: () => Share,
      label: () => texts.share,
      applies: (item) => toSave(item) !== null,
    },
    { id: 'edit', keys: ['b'], applies: canEditFrames, run: () => beginEditing({ editor, modes }) },
    {
      id: 'peek',
      keys: [' '],
      run: space.begin,
      // A tap plays or pauses.
      release: () => {
        if (space.end()) player.toggle()
        viewer.set((state) => (state.peeking ? { ...state, peeking: false } : state))
      },
    },
    { id: 'play', keys: ['k'], shownKeys: ['K', messages.keys.space], run: player.toggle },
    { id: 'rewind', keys: ['h'], run: player.playBackwards },
    { id: 'forward', keys: ['l'], run: player.playFaster },
    { id: 'frameBack', keys: [','], repeats: true, run: step(-1) },
    { id: 'frameOn', keys: ['.'], repeats: true, run: step(1) },
    { id: 'partFrom', keys: ['[', 'n'], applies: canCut, run: cutHere('from') },
    { id: 'partTo', keys: [']', 'm'], applies: canCut, run: cutHere('to') },
    // The strip of ratings handles this key.
    { id: 'uncertainty', keys: [uncertaintyKey] },
  ]
}

/** Starts all clips that were not started, or the chosen ones of them, each with its own settings. */
export const startAllCommand = ({
  list,
  queue,
  player,
  settings,
  backgroundPictures,
}: StartParts): Command => {
  const waiting = () => {
    const { items, chosenIds } = list.get()
    return items.filter(isVideo).flatMap((item) => {
      const { id, recipe } = item
      const isMeant = chosenIds.length === 0 || chosenIds.includes(id)
      if (
        !isMeant ||
        nextRunLocation(item.runLocation, item.recipe.format) === 'service' ||
        phaseOf(item) !== 'ready'
      )
        return []
      const options = toVideoOptions(recipe)
      const parts = toComposition(recipe, backgroundPictures.get().get(recipe.picture) ?? null)
      const canStart = estimateJob(item, options, settings.get().pace, parts)?.block === null
      return canStart ? [{ id, options, details: { parts, hasMatte: wantsMatte(recipe) } }] : []
    })
  }
  return {
    id: 'startAll',
    keys: [],
    places: ['list'],
    icon: () => Play,
    label: () => video.actions.startAll(waiting().length, list.get().chosenIds.length > 0),
    applies: () => waiting().length > 1,
    run: () => {
      player.pause()
      for (const { id, options, details } of waiting()) queue.start(id, options, details)
    },
  }
}

/** The format of a result, and whether it has a matte file. */
const fileLabel = ({ job, hasMatte }: VideoJob): string => {
  const { label } = videoFormats[job.format]
  return hasMatte ? video.actions.withMatte(label) : label
}
