import { expect, test } from 'vitest'
import { createTaskQueue } from '#base/task-queue.ts'

test('tasks run one at a time, in order, past a failure', async () => {
  const enqueue = createTaskQueue()
  const events: string[] = []
  const task =
    (name: string, fails = false) =>
    async () => {
      events.push(`${name} starts`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      events.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const all = await Promise.allSettled([enqueue(task('a')), enqueue(task('b', true)), enqueue(task('c'))])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})
