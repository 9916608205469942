import { expect, test } from 'vitest'
import type { Progress } from '#contract/progress.ts'
import { createJobProgress } from '#library/work/job-progress.ts'

const frames = (done: number) => ({ done, total: 100 })

const follow = (isStaged: boolean) => {
  const said: (number | undefined)[] = []
  const progress = createJobProgress({ frames: 100, hasEdits: false, isStaged }, (_, report: Progress) =>
    said.push(report.secondsLeft),
  )
  const mattes = (done: number, secondsLeft?: number) =>
    progress.ofMattes({
      step: 'cut',
      ratio: null,
      frames: frames(done),
      ...(secondsLeft !== undefined && { secondsLeft }),
    })
  const render = (done: number, secondsLeft?: number) =>
    progress.ofRender({
      step: 'save',
      ratio: null,
      frames: frames(done),
      ...(secondsLeft !== undefined && { secondsLeft }),
    })
  return { mattes, render, last: () => said.at(-1) }
}

test('the slower of matting and rendering decides the time left', () => {
  const { mattes, render, last } = follow(false)
  mattes(20, 40)
  expect(last()).toBeUndefined()
  render(5)
  expect(last()).toBeUndefined()
  render(15, 9)
  expect(last()).toBe(40)
  // While rendering waits.
  mattes(40, 30)
  expect(last()).toBe(30)
  mattes(100, 0)
  render(80, 3)
  expect(last()).toBe(3)
})

test('a job that finds its mattes made has the time of rendering', () => {
  const { render, last } = follow(false)
  render(4)
  expect(last()).toBeUndefined()
  render(20, 12)
  expect(last()).toBe(12)
})

test('with consecutive stages only the last one measures time left', () => {
  const { mattes, render, last } = follow(true)
  mattes(50, 10)
  mattes(100, 0)
  expect(last()).toBeUndefined()
  render(20, 16)
  expect(last()).toBe(16)
})
