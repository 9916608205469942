import { expect, test } from 'vitest'
import { createSaver } from '#studio/media/saver.ts'
import { turnEventLoop } from '#support/event-loop.ts'

const subject = { id: 'a', action: 'save' }
const open = () => {
  const announced: string[] = []
  return { announced, saver: createSaver({ announce: (text) => announced.push(text) }) }
}

test('what was saved is shown and announced with what was left out', async () => {
  const { saver, announced } = open()
  saver.start(
    subject,
    async () => ({ text: 'Saved', note: 'b.png was left out' }),
    () => null,
  )
  expect(saver.get().running).toMatchObject({ id: 'a', progress: { done: 0, total: 1 } })
  await turnEventLoop()
  expect(saver.get()).toMatchObject({ running: null, message: { id: 'a', text: 'Saved', isError: false } })
  expect(announced).toEqual(['Saved', 'b.png was left out'])
  saver.forget()
  expect(saver.get().message).toBeNull()
})

test('one thing is saved at a time', async () => {
  const { saver } = open()
  saver.start(
    subject,
    () => new Promise(() => {}),
    () => null,
  )
  saver.start(
    { id: 'b', action: 'save' },
    async () => 'Saved b',
    () => null,
  )
  await turnEventLoop()
  expect(saver.get().running?.id).toBe('a')
})

test('what a person cancels is no error', async () => {
  const { saver } = open()
  const cancelled = ({ signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  saver.start(subject, cancelled, (_, { aborted }) => (aborted ? 'Cancelled' : 'Failed'))
  saver.cancel()
  await turnEventLoop()
  expect(saver.get().message).toMatchObject({ text: 'Cancelled', isError: false })
  saver.start(
    subject,
    () => Promise.reject(new Error('full')),
    () => null,
  )
  await turnEventLoop()
  expect(saver.get()).toMatchObject({ running: null, message: null })
})
