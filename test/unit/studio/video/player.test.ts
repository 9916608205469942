import { expect, test } from 'vitest'
import { createPlayer } from '#studio/features/video/player/player.ts'

const screen = () => ({
  currentTime: 0,
  duration: 10,
  paused: true,
  playbackRate: 1,
  async play() {
    this.paused = false
  },
  pause() {
    this.paused = true
  },
})

const opened = () => {
  const player = createPlayer()
  const master = screen()
  player.setMaster(master)
  player.loaded(10)
  return { player, master }
}

test('both screens play, stop and jump together, and drift is put right', () => {
  const { player, master } = opened()
  const other = screen()
  player.follow(other)
  player.toggle()
  expect([master.paused, other.paused]).toEqual([false, false])
  master.currentTime = 3
  other.currentTime = 2.8
  player.tick(0)
  expect(other.currentTime).toBe(3)
  player.seek(5)
  expect([master.currentTime, other.currentTime]).toEqual([5, 5])
  player.pause()
  expect([master.paused, other.paused]).toEqual([true, true])
})

test('at the end of the part it goes round, or stops where it is not to loop', () => {
  const { player, master } = opened()
  player.setRange({ fromSeconds: 2, toSeconds: 4 })
  player.toggle()
  master.currentTime = 4
  player.tick(0)
  expect(master.currentTime).toBe(2)
  player.toggleLoop()
  master.currentTime = 4
  player.tick(0)
  expect(master.paused).toBe(true)
})

test('a step shows the very next frame and pauses', () => {
  const { player, master } = opened()
  player.toggle()
  player.seek(1)
  player.step(1, 0.04)
  expect(master.paused).toBe(true)
  expect(Math.floor(master.currentTime / 0.04)).toBe(26)
  player.step(-2, 0.04)
  expect(Math.floor(master.currentTime / 0.04)).toBe(24)
})

test('L plays faster with every press, J goes back, K stops', () => {
  const { player, master } = opened()
  player.seek(5)
  player.forward()
  player.forward()
  expect(master.playbackRate).toBe(2)
  player.forward()
  player.forward()
  expect(master.playbackRate).toBe(4)
  player.back()
  player.tick(1000)
  expect(master.currentTime).toBeLessThan(5)
  player.toggle()
  expect(player.get()).toMatchObject({ isPlaying: false, speed: 1 })
})
