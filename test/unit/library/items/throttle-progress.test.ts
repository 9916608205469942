import { expect, test } from 'vitest'
import type { Progress } from '#contract/progress.ts'
import { throttleProgress } from '#library/items/throttle-progress.ts'

test('a new step is reported at once, its numbers every 100 ms', () => {
  let time = 0
  const passed: Progress[] = []
  const report = throttleProgress(
    (progress) => passed.push(progress),
    () => time,
  )
  for (let loaded = 0; loaded <= 25; loaded += 1) {
    time = loaded * 10
    report({ step: 'model', ratio: null, bytes: { loaded, total: 25 } })
  }
  report({ step: 'cut', ratio: 0.5 })
  expect(passed.map(({ step, bytes }) => [step, bytes?.loaded])).toEqual([
    ['model', 0],
    ['model', 10],
    ['model', 20],
    ['cut', undefined],
  ])
})
