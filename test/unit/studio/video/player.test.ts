import { expect, test } from 'vitest'
import { createPlayer } from '#studio/features/video/player/player.ts'

const fakeVideo = () => ({
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
  const clockSource = fakeVideo()
  player.setClockSource(clockSource)
  player.setDuration(10)
  return { player, clockSource }
}

test('followers play, pause and seek with the clock source, without drift', () => {
  const { player, clockSource } = opened()
  const other = fakeVideo()
  player.addFollower(other)
  player.toggle()
  expect([clockSource.paused, other.paused]).toEqual([false, false])
  clockSource.currentTime = 3
  other.currentTime = 2.8
  player.tick(0)
  expect(other.currentTime).toBe(3)
  player.seek(5)
  expect([clockSource.currentTime, other.currentTime]).toEqual([5, 5])
  player.pause()
  expect([clockSource.paused, other.paused]).toEqual([true, true])
})

test('playback loops at the end of its range, or stops there', () => {
  const { player, clockSource } = opened()
  player.setRange({ fromSeconds: 2, toSeconds: 4 })
  player.toggle()
  clockSource.currentTime = 4
  player.tick(0)
  expect(clockSource.currentTime).toBe(2)
  player.toggleLoop()
  clockSource.currentTime = 4
  player.tick(0)
  expect(clockSource.paused).toBe(true)
})

test('the shown time follows playback in steps, a pause exactly', () => {
  const { player, clockSource } = opened()
  player.toggle()
  clockSource.currentTime = 0.016
  player.tick(0)
  expect(player.get().seconds).toBe(0)
  clockSource.currentTime = 0.034
  player.tick(0)
  expect(player.get().seconds).toBe(0.034)
  clockSource.currentTime = 0.05
  player.tick(0)
  player.pause()
  expect(player.get().seconds).toBe(0.05)
  clockSource.currentTime = 0.06
  player.tick(0)
  expect(player.get().seconds).toBe(0.06)
})

test('a step shows the next frame and pauses', () => {
  const { player, clockSource } = opened()
  player.toggle()
  player.seek(1)
  player.step(1, 0.04)
  expect(clockSource.paused).toBe(true)
  expect(Math.floor(clockSource.currentTime / 0.04)).toBe(26)
  player.step(-2, 0.04)
  expect(Math.floor(clockSource.currentTime / 0.04)).toBe(24)
})

test('L plays faster, J plays backwards, K stops', () => {
  const { player, clockSource } = opened()
  player.seek(5)
  player.playFaster()
  player.playFaster()
  expect(clockSource.playbackRate).toBe(2)
  player.playFaster()
  player.playFaster()
  expect(clockSource.playbackRate).toBe(4)
  player.playBackwards()
  player.tick(1000)
  expect(clockSource.currentTime).toBeLessThan(5)
  player.toggle()
  expect(player.get()).toMatchObject({ isPlaying: false, speed: 1 })
})

test('another element goes on at the same moment, another source at 0', () => {
  const { player } = opened()
  player.seek(3)
  const other = fakeVideo()
  player.setClockSource(other)
  player.tick(0)
  expect([player.get().seconds, other.currentTime]).toEqual([3, 3])
  player.reset()
  player.tick(0)
  expect([player.get().seconds, other.currentTime]).toEqual([0, 0])
})
