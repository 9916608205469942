import { expect, test } from 'vitest'
import type { TimedEdit } from '#contract/video-edits.ts'
import { advanceEdits, emptyHistory } from '#library/history/edit-history.ts'
import { defaultVideoRecipe } from '#library/recipe/video-recipe.ts'
import type { VideoEditHistory, VideoItem } from '#library/videos/video-item.ts'
import { advanceVideo, newVideo } from '#library/videos/video-state.ts'
import { changeEdits } from '#studio/features/video/edit/change-edits.ts'
import { createPlayer } from '#studio/features/video/player/player.ts'

const click = (atSeconds: number): TimedEdit => ({ kind: 'click', mode: 'keep', x: 1, y: 2, atSeconds })

const openClip = (seconds: number) => {
  const file = new File(['clip'], 'clip.mp4')
  let clip = newVideo({ file, name: file.name, url: null }, defaultVideoRecipe)
  const sought: number[] = []
  const item = (): VideoItem => clip
  const queue = {
    setEdits: (_: string, edits: VideoEditHistory) => {
      clip = advanceVideo(clip, { type: 'matteEdited', edits })
    },
  }
  const shown = { ...createPlayer().get(), seconds }
  const player = { get: () => shown, pause: () => {}, seek: (to: number) => void sought.push(to) }
  return { item, queue, player, sought }
}

test('an undone edit of another frame shows that frame', () => {
  const { item, queue, player, sought } = openClip(2)
  for (const atSeconds of [1, 2]) changeEdits(item(), { type: 'add', edit: click(atSeconds) }, queue, player)
  changeEdits(item(), { type: 'undo' }, queue, player)
  expect(sought).toEqual([])
  changeEdits(item(), { type: 'undo' }, queue, player)
  expect(sought.map((to) => Math.round(to * 100) / 100)).toEqual([1])
  expect(item().edits.present.list).toEqual([])
})

test('edits of a clip belong to the clip alone', () => {
  const { item, queue, player } = openClip(0)
  const edits = advanceEdits<TimedEdit>(emptyHistory, { type: 'add', edit: click(0) })
  changeEdits(item(), { type: 'add', edit: click(0) }, queue, player)
  expect(item().edits.present).toEqual(edits.present)
  expect(emptyHistory.present.list).toEqual([])
})
