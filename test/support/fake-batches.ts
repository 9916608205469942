import { createStore } from '#base/store.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { Batches, BatchFile, BatchPlan, BatchState } from '#library/batch/batch.ts'

/** A file of a batch that was made without doubt, but for `facts`. */
export const batchFile = (path: string, facts: Partial<BatchFile> = {}): BatchFile => ({
  path,
  kind: 'picture',
  state: 'done',
  outputs: [path.replace(/\.\w+$/, '.png')],
  seconds: 1.2,
  doubt: 0,
  error: null,
  ...facts,
})

/** A batch that runs, but for `facts`. */
export const batchState = (
  facts: Pick<BatchState, 'files'> & Partial<Omit<BatchState, 'plan'>> & { readonly plan?: BatchPlan },
): BatchState => ({
  id: 'one',
  name: 'Shoes',
  phase: 'running',
  pause: null,
  unread: null,
  progress: null,
  secondsLeft: 700,
  creditsSpent: 0,
  zip: null,
  plan: {
    recipes: [],
    names: '{name}',
    existing: 'number',
    copiesUnprocessed: false,
    watches: false,
    runLocation: 'device',
    creditLimit: null,
  },
  ...facts,
})

/** Batches that only show `state`, and tell what is asked of them. `{bad}` is no part of a name. */
export const fakeBatches = (state: BatchState | null) => {
  const store = createStore<{ readonly batch: BatchState | null }>({ batch: state })
  const asked: [name: keyof Batches, ...with: readonly unknown[]][] = []
  const asks =
    <T>(name: keyof Batches, answer: T) =>
    (...given: readonly unknown[]): T => {
      asked.push([name, ...given])
      return answer
    }
  const batches: Batches = {
    get: () => store.get().batch,
    subscribe: store.subscribe,
    countReplaced: async () => 12,
    count: async () => ({ pictures: 500, clips: 3 }),
    exampleNames: async (_source, _target, { names }) => {
      const fault = { reason: 'names_part_unknown', params: { part: '{bad}' } } as const
      if (names.includes('{bad}')) throw new ServiceError('validation_error', { ...fault, fields: ['names'] })
      return ['a', 'sub/b', 'sub/c'].map((name) => `${names.replace('{name}', name)}.png`)
    },
    begin: asks('begin', Promise.resolve()),
    pause: asks('pause', undefined),
    resume: asks('resume', Promise.resolve()),
    skip: asks('skip', undefined),
    retryFailed: asks('retryFailed', undefined),
    again: asks('again', Promise.resolve()),
    close: asks('close', Promise.resolve()),
    report: asks('report', new Blob()),
    open: asks('open', Promise.resolve([])),
    left: async () => [],
    takeUp: asks('takeUp', Promise.resolve()),
    forget: asks('forget', Promise.resolve()),
  }
  return { batches, asked, set: (batch: BatchState | null) => store.set({ batch }) }
}
