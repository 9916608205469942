import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { makeJobId } from '#contract/ids.ts'
import { noEdits } from '#contract/image-edits.ts'
import { createJob } from '#contract/job.ts'
import { ServiceError } from '#contract/service-error.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { CallOptions } from '#library/call-options.ts'
import type { JobWorkers } from '#library/work/run-job.ts'
import { runJob } from '#library/work/run-job.ts'
import { clipFacts } from '#support/fake-frame-io.ts'

const facts = clipFacts({ frames: 10 })
const id = makeJobId()
const stored = {
  job: createJob({
    id,
    at: new Date(0),
    duration_seconds: 1,
    fps: 10,
    width: 4,
    height: 3,
    frames: 10,
    format: 'webm',
    channels: 'rgba',
    status_url: `https://studio.example/v1/jobs/${id}`,
  }),
  name: 'a',
  options: defaultVideoOptions,
  facts,
  videoHash: 't',
  matteKey: 'k',
  attempts: { count: 0, progress: 0 },
}
const call = { signal: new AbortController().signal, onProgress: () => {} }

const workThatLoses = (times: number, reason: 'mattes_lost' | 'worker_silent' = 'mattes_lost') => {
  const runs = { mattes: 0, propagated: 0, render: 0 }
  const work = {
    estimateMattes: async () => {
      runs.mattes++
      return { frames: 10, sceneCuts: 1, mattingSeconds: 1, decodeWaitSeconds: 0 }
    },
    propagateEdits: async () => {
      runs.propagated++
      return []
    },
    renderVideo: async () => {
      if (++runs.render <= times) throw new ServiceError('internal_server_error', { reason })
      const report = { width: 4, height: 3, frames: 10, bytes: 99, leftOut: [] }
      return { ...report, decodeWaitSeconds: 0, encodeWaitSeconds: 0 }
    },
  }
  const withRoom = <T>(work: () => Promise<T>) => work()
  return { runs, parts: { work, files: { read: async () => new Blob(['video']) }, withRoom } }
}

test.each([
  ['with unreadable mattes', 'mattes_lost'],
  ['whose worker stopped answering', 'worker_silent'],
] as const)('a job %s restarts and completes', async (_, reason) => {
  const { runs, parts } = workThatLoses(1, reason)
  expect((await runJob(stored, parts, call)).stats.output_bytes).toBe(99)
  expect(runs).toEqual({ mattes: 2, propagated: 0, render: 2 })
})

test('the composition of a job reaches the worker that renders', async () => {
  const { parts } = workThatLoses(0)
  const asked: unknown[] = []
  const renderVideo: JobWorkers['renderVideo'] = (request) => {
    asked.push(request.parts)
    return parts.work.renderVideo()
  }
  const work = { ...parts.work, renderVideo }
  const composed = { composition: { ...noComposition, outline: { width: 0.01, color: '#ffffff' } } }
  await runJob({ ...stored, parts: composed }, { ...parts, work }, call)
  await runJob(stored, { ...parts, work }, call)
  expect(asked).toEqual([composed, undefined])
})

test('a job that loses mattes or workers again and again fails', async () => {
  for (const reason of ['mattes_lost', 'worker_silent'] as const) {
    const { runs, parts } = workThatLoses(1000, reason)
    await expect(runJob(stored, parts, call)).rejects.toMatchObject({ reason })
    expect(runs.render).toBeLessThan(10)
  }
})

test('edits are propagated before the first frame is rendered', async () => {
  const { parts, runs } = workThatLoses(0)
  const order: string[] = []
  const noted = {
    ...parts.work,
    propagateEdits: async () => {
      order.push('propagate')
      return []
    },
    renderVideo: async () => {
      order.push('render')
      return parts.work.renderVideo()
    },
  }
  await runJob({ ...stored, edits }, { ...parts, work: noted }, call)
  expect(order).toEqual(['propagate', 'render'])
  expect(runs.render).toBe(1)
})

const canvas = { composition: { ...noComposition, canvas: { ratio: '1:1', fill: 0.8 } as const } }
const click = { kind: 'click' as const, mode: 'keep' as const, x: 1, y: 1, atSeconds: 0 }
const edits = { ...noEdits, list: [click] }

/** Reports of ten frames, one after the other. */
const tenFrames = (onProgress: CallOptions['onProgress']) => {
  for (let done = 1; done <= 10; done++)
    onProgress?.({ step: 'cut', ratio: done / 10, frames: { done, total: 10 } })
}

/** The ratios that a job tells, where `mattes` and `propagate` find their work undone or done already. */
const ratiosOf = async (
  job: Parameters<typeof runJob>[0],
  { mattes, propagate, losses = 0 }: { mattes: boolean; propagate: boolean; losses?: number },
) => {
  const { parts } = workThatLoses(losses)
  let mattesDone = () => {}
  const allMattes = new Promise<void>((resolve) => {
    mattesDone = resolve
  })
  const work: JobWorkers = {
    estimateMattes: async (_, { onProgress } = {}) => {
      if (mattes) tenFrames(onProgress)
      mattesDone()
      return parts.work.estimateMattes()
    },
    propagateEdits: async (_, { onProgress } = {}) => {
      if (propagate) tenFrames(onProgress)
      return parts.work.propagateEdits()
    },
    renderVideo: async (_, { onProgress } = {}) => {
      await allMattes
      tenFrames(onProgress)
      return parts.work.renderVideo()
    },
  }
  const ratios: number[] = []
  await runJob(job, { ...parts, work }, { ...call, onProgress: (ratio) => ratios.push(ratio) })
  expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
  expect(ratios.at(-1)).toBe(1)
  return ratios
}

test('progress never falls where a canvas waits for all mattes', async () => {
  const job = { ...stored, parts: canvas }
  expect((await ratiosOf(job, { mattes: true, propagate: false })).length).toBe(20)
  // Mattes of an earlier result take no time.
  expect((await ratiosOf(job, { mattes: false, propagate: false }))[0]).toBeCloseTo(0.1)
})

test('progress never falls where edits are propagated after the mattes', async () => {
  for (const job of [
    { ...stored, edits },
    { ...stored, edits, parts: canvas },
  ]) {
    const all = await ratiosOf(job, { mattes: true, propagate: true })
    expect(all.length).toBe(30)
    // No stage stands still.
    expect(new Set(all).size).toBe(30)
    // Mattes that were there already leave their time to the edits.
    const propagated = await ratiosOf(job, { mattes: false, propagate: true })
    expect(propagated[0]).toBeCloseTo(0.04)
    expect((await ratiosOf(job, { mattes: false, propagate: false }))[0]).toBeCloseTo(0.1)
  }
})

test('progress never falls where a job begins anew', async () => {
  await ratiosOf({ ...stored, parts: canvas }, { mattes: true, propagate: false, losses: 1 })
  await ratiosOf(stored, { mattes: false, propagate: false, losses: 1 })
})
