import { expect, test } from 'vitest'
import type { Progress } from '#contract/progress.ts'
import { createImageProgress, createStepSpeeds, type StepWork } from '#pipeline/image-progress.ts'

const cut: StepWork = { task: 'cut balanced', units: 1 }
const edges: StepWork = { task: 'edges', units: 10 }
const save: StepWork = { task: 'save', units: 10 }

/** A clock that the test moves. */
const standing = (speeds = createStepSpeeds()) => {
  const reports: Progress[] = []
  const time = { ms: 0 }
  const progress = createImageProgress(
    speeds,
    (progress) => reports.push(progress),
    () => time.ms,
  )
  const takes = (seconds: number) => async () => {
    time.ms += seconds * 1000
  }
  return { progress, reports, takes, time, speeds }
}

const ratios = (reports: readonly Progress[]) => reports.map(({ ratio }) => ratio ?? Number.NaN)
const isRising = (values: readonly number[]) => values.every((value, i) => value >= (values[i - 1] ?? 0))

test('the ratio rises from 0 to 1 over all steps', async () => {
  const { progress, reports, takes } = standing()
  await progress.run('cut', cut, [edges, save], takes(2))
  await progress.run('edges', edges, [save], takes(1))
  await progress.run('save', save, [], takes(1))
  progress.finish()
  expect(reports.map(({ step }) => step)).toEqual(['cut', 'cut', 'edges', 'edges', 'save', 'save', 'save'])
  expect(ratios(reports)[0]).toBe(0)
  expect(ratios(reports).at(-1)).toBe(1)
  expect(isRising(ratios(reports))).toBe(true)
})

test('the time left is reported once every step ahead was measured', async () => {
  const first = standing()
  await first.progress.run('cut', cut, [edges, save], first.takes(8))
  await first.progress.run('edges', edges, [save], first.takes(3))
  await first.progress.run('save', save, [], first.takes(1))
  expect(first.reports.every((report) => !('secondsLeft' in report) || report.step === 'save')).toBe(true)

  const second = standing(first.speeds)
  await second.progress.run('cut', cut, [{ ...edges, units: 20 }, save], second.takes(8))
  expect(second.reports.map(({ secondsLeft }) => secondsLeft)).toEqual([8 + 6 + 1, 6 + 1])
  expect(ratios(second.reports)[1]).toBeCloseTo(8 / 15)
})

test('a download reports bytes, never lowers the ratio, and is not measured', async () => {
  const { progress, reports, speeds, time } = standing()
  await progress.run('cut', cut, [edges, save], async () => {
    time.ms += 500
    progress.onMatting({ step: 'model', ratio: null, bytes: { loaded: 1, total: 4 } })
    time.ms += 60_000
    progress.onMatting({ step: 'model', ratio: null, bytes: { loaded: 4, total: 4 } })
    // A second download starts at zero; the bar does not go back.
    progress.onMatting({ step: 'model', ratio: null, bytes: { loaded: 0, total: 4 } })
    progress.onMatting({ step: 'cut', ratio: 0.5 })
    time.ms += 500
  })
  expect(reports.map(({ step }) => step)).toEqual(['cut', 'model', 'model', 'model', 'cut', 'cut'])
  expect(reports[1]?.bytes).toEqual({ loaded: 1, total: 4 })
  expect(isRising(ratios(reports))).toBe(true)
  expect(speeds.expect(cut)).toBeCloseTo(1)
})

test('a step that fails is not measured', async () => {
  const { progress, speeds, time } = standing()
  const failing = progress.run('cut', cut, [], async () => {
    time.ms += 1000
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(speeds.knows('cut balanced')).toBe(false)
})

test('expected times follow measurements by level and megapixels', () => {
  const speeds = createStepSpeeds()
  speeds.learn({ task: 'edges', units: 4 }, 2)
  expect(speeds.expect({ task: 'edges', units: 12 })).toBe(6)
  speeds.learn({ task: 'edges', units: 2 }, 2)
  expect(speeds.expect({ task: 'edges', units: 1 })).toBe(0.75)
  expect(speeds.knows('cut fine')).toBe(false)
})
