import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { makeJobId } from '#contract/ids.ts'
import { noEdits } from '#contract/image-edits.ts'
import { createJob } from '#contract/job.ts'
import { ServiceError } from '#contract/service-error.ts'
import { defaultVideoOptions } from '#contract/video-options.ts'
import type { CallOptions } from '#service/background-service.ts'
import { runJob } from '#service/local/run-job.ts'
import type { VideoJobWorkers } from '#service/local/video-workers.ts'
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
  attempts: { count: 0, progress: 0 },
}
const call = { signal: new AbortController().signal, onProgress: () => {} }

const workThatLoses = (times: number, reason: 'mattes_lost' | 'worker_silent' = 'mattes_lost') => {
  const runs = { mattes: 0, carried: 0, render: 0 }
  const work = {
    estimateMattes: async () => {
      runs.mattes++
      return { frames: 10, sceneCuts: 1, mattingSeconds: 1, decodeWaitSeconds: 0 }
    },
    carryEdits: async () => {
      runs.carried++
      return []
    },
    renderVideo: async () => {
      if (++runs.render <= times) throw new ServiceError('internal_server_error', { reason })
      const report = { width: 4, height: 3, frames: 10, bytes: 99, audioDropped: null }
      return { ...report, decodeWaitSeconds: 0, encodeWaitSeconds: 0 }
    },
  }
  return { runs, parts: { work, files: { read: async () => new Blob(['video']) } } }
}

test.each([
  ['with unreadable mattes', 'mattes_lost'],
  ['whose worker stopped answering', 'worker_silent'],
] as const)('a job %s begins anew and completes', async (_, reason) => {
  const { runs, parts } = workThatLoses(1, reason)
  expect((await runJob(stored, parts, call)).stats.output_bytes).toBe(99)
  expect(runs).toEqual({ mattes: 2, carried: 0, render: 2 })
})

test('the composition of a job reaches the worker that renders', async () => {
  const { parts } = workThatLoses(0)
  const asked: unknown[] = []
  const renderVideo: VideoJobWorkers['renderVideo'] = (request) => {
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

test('edits are carried before the first frame is rendered', async () => {
  const { parts, runs } = workThatLoses(0)
  const order: string[] = []
  const noted = {
    ...parts.work,
    carryEdits: async () => {
      order.push('carry')
      return []
    },
    renderVideo: async () => {
      order.push('render')
      return parts.work.renderVideo()
    },
  }
  const edits = {
    ...noEdits,
    list: [{ kind: 'click' as const, mode: 'keep' as const, x: 1, y: 1, atSeconds: 0 }],
  }
  await runJob({ ...stored, edits }, { ...parts, work: noted }, call)
  expect(order).toEqual(['carry', 'render'])
  expect(runs.render).toBe(1)
})

test('progress never falls where a canvas waits for all mattes', async () => {
  const { parts } = workThatLoses(0)
  const steps = Array.from({ length: 10 }, (_, i) => ({ done: i + 1, total: 10 }))
  const report = (step: 'cut' | 'save', onProgress: CallOptions['onProgress']) => {
    for (const frames of steps) onProgress?.({ step, ratio: frames.done / 10, frames })
  }
  const run = async (matteSteps: boolean) => {
    let mattesDone = () => {}
    const mattes = new Promise<void>((resolve) => {
      mattesDone = resolve
    })
    const work: VideoJobWorkers = {
      ...parts.work,
      estimateMattes: async (_, { onProgress }) => {
        if (matteSteps) report('cut', onProgress)
        mattesDone()
        return parts.work.estimateMattes()
      },
      renderVideo: async (_, { onProgress }) => {
        await mattes
        report('save', onProgress)
        return parts.work.renderVideo()
      },
    }
    const ratios: number[] = []
    const canvas = { ratio: '1:1', fill: 0.8 } as const
    const job = { ...stored, parts: { composition: { ...noComposition, canvas } } }
    await runJob(job, { ...parts, work }, { ...call, onProgress: (ratio) => ratios.push(ratio) })
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
    expect(ratios.at(-1)).toBe(1)
    return ratios
  }
  expect((await run(true)).length).toBe(20)
  // Mattes of an earlier result take no time.
  expect((await run(false))[0]).toBeCloseTo(0.1)
})
