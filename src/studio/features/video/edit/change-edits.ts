import type { TimedEdit } from '#contract/video-edits.ts'
import { advanceEdits, type EditChange } from '#library/history/edit-history.ts'
import type { VideoItem } from '#library/videos/video-item.ts'
import type { VideoQueue } from '#library/videos/video-queue.ts'
import type { Player } from '#studio/features/video/player/player.ts'

/** The most that a frame begins after its rounded time, in seconds. */
const slackSeconds = 1e-3

/** Changes the edits of a video, and shows the frame whose edit was undone or redone. */
export const changeEdits = (
  { id, edits }: VideoItem,
  change: EditChange<TimedEdit>,
  queue: Pick<VideoQueue, 'setEdits'>,
  player: Pick<Player, 'get' | 'pause' | 'seek'>,
): void => {
  const after = advanceEdits(edits, change)
  queue.setEdits(id, after)
  if (change.type !== 'undo' && change.type !== 'redo') return
  const step = change.type === 'undo' ? edits.steps[edits.done - 1] : edits.steps[edits.done]
  if (step?.type !== 'add' || isShown(step.edit.atSeconds, player.get().seconds)) return
  player.pause()
  player.seek(step.edit.atSeconds + slackSeconds)
}

/** Most frames are longer, in seconds. */
const leastFrameSeconds = 1 / 120

const isShown = (atSeconds: number, seconds: number): boolean =>
  seconds >= atSeconds - slackSeconds && seconds < atSeconds + leastFrameSeconds
