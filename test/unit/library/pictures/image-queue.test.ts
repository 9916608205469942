import { expect, test } from 'vitest'
import { defaultImageOptions } from '#contract/image-options.ts'
import { ServiceError } from '#contract/service-error.ts'
import type { CutOutPicture, ImageQueue } from '#library/pictures/image-queue.ts'
import { turnEventLoop } from '#support/event-loop.ts'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { openPictures } from '#support/open-items.ts'

const picture = (id: string) => ({
  id,
  file: new Blob([id.repeat(id.charCodeAt(0))]),
  name: `${id}.jpg`,
  fileKind: 'jpeg' as const,
})

/** A queue over the whole in-memory service; files named in `broken` fail there. */
const queueOver = (broken: readonly string[] = [], stepMs = 0) => {
  const service = inMemoryService({
    stepMs,
    render: async (image) => {
      if (broken.includes((await image.text()).charAt(0))) throw new ServiceError('validation_error')
      return { image, source: { width: 40, height: 30 } }
    },
  })
  return openPictures(({ file }, call) => service.removeImage(file, defaultImageOptions, call))
}

const states = (queue: ReturnType<typeof openPictures>) => queue.get().items.map(({ phase }) => phase)

test('pictures are worked on one after another until all are done', async () => {
  const queue = queueOver()
  const working: number[] = []
  queue.subscribe(() => working.push(states(queue).filter((state) => state === 'working').length))
  queue.add(['a', 'b', 'c'].map(picture))
  await eventually(() => expect(states(queue)).toEqual(['done', 'done', 'done']))
  expect(Math.max(...working)).toBe(1)
  expect(queue.get().items[0]?.answer?.facts.confidence).toBe(0.9712)
})

test('a failed picture never stops the others', async () => {
  const queue = queueOver(['b'])
  queue.add(['a', 'b', 'c'].map(picture))
  await eventually(() => expect(states(queue)).toEqual(['done', 'failed', 'done']))
  expect(queue.get().items[1]?.error?.code).toBe('validation_error')
})

test('an unexpected error fails the picture as an internal one', async () => {
  const queue = openPictures(() => Promise.reject(new TypeError('boom')))
  queue.add([picture('a')])
  await eventually(() => expect(states(queue)).toEqual(['failed']))
  expect(queue.get().items[0]?.error?.code).toBe('internal_server_error')
})

test('progress reaches its own picture, in order', async () => {
  const queue = queueOver()
  const seen: string[] = []
  queue.subscribe(() => {
    const step = queue.get().items[0]?.progress?.step
    if (step && seen.at(-1) !== step) seen.push(step)
  })
  queue.add([picture('a')])
  await eventually(() => expect(states(queue)).toEqual(['done']))
  expect(seen).toEqual(['read', 'cut', 'edges', 'save'])
  expect(queue.get().items[0]?.progress).toBeNull()
})

test('a cancel starts the next picture before the old call ends', () => {
  const signals: AbortSignal[] = []
  const neverEnding: CutOutPicture = (_, { signal }) => {
    signals.push(signal)
    return new Promise(() => {})
  }
  const queue = openPictures(neverEnding)
  queue.add(['a', 'b'].map(picture))
  queue.cancel('a')
  expect(states(queue)).toEqual(['stopped', 'working'])
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('the answer of a cancelled call is ignored', async () => {
  const answer = await inMemoryService().removeImage(picture('a').file, defaultImageOptions)
  const answers: (() => void)[] = []
  const queue = openPictures(() => new Promise((resolve) => answers.push(() => resolve(answer))))
  queue.add([picture('a')])
  queue.cancel('a')
  answers[0]?.()
  await turnEventLoop()
  expect(states(queue)).toEqual(['stopped'])
})

test('a cancelled picture can be started again', async () => {
  const queue = queueOver([], 5)
  queue.add([picture('a')])
  queue.cancel('a')
  queue.retry('a')
  await eventually(() => expect(states(queue)).toEqual(['done']))
})

test('removing the running picture stops it and starts the next', async () => {
  const queue = queueOver([], 5)
  queue.add(['a', 'b'].map(picture))
  queue.remove('a')
  await eventually(() => expect(states(queue)).toEqual(['done']))
  expect(queue.get().items[0]?.name).toBe('b.jpg')
})

test('clearing stops all work, and the queue can be used again', async () => {
  const queue = queueOver([], 5)
  queue.add(['a', 'b'].map(picture))
  queue.clear()
  expect(queue.get()).toEqual({ items: [] })
  queue.add([picture('c')])
  await eventually(() => expect(states(queue)).toEqual(['done']))
})

test('a restored picture keeps its result or starts its work again', async () => {
  const queue = queueOver([], 5)
  queue.add([picture('a')])
  await eventually(() => expect(states(queue)).toEqual(['done']))
  const done = queue.get().items[0]
  queue.add([picture('b')])
  queue.clear()
  queue.undoRemove()
  expect(queue.get().items.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(queue.get().items[0]).toBe(done)
  await eventually(() => expect(states(queue)).toEqual(['done', 'done']))
  queue.remove('a')
  queue.purge()
  queue.undoRemove()
  expect(queue.get().items.map(({ id }) => id)).toEqual(['b'])
})

test('a finished picture holds no file of its result', async () => {
  const queue = queueOver()
  queue.add([picture('a')])
  await eventually(() => expect(queue.get().items[0]?.thumbnail).not.toBeNull())
  expect(Object.keys(queue.get().items[0]?.answer ?? {})).toEqual(['facts', 'placement'])
})

test('the thumbnail is that of the newest result', async () => {
  const answer = await inMemoryService().removeImage(picture('a').file, defaultImageOptions)
  const [older, newer] = [new Blob(['older']), new Blob(['newer'])]
  const ended = new Map<Blob, () => void>()
  const queue = openPictures(
    async () => ({ ...answer, image: older }),
    undefined,
    (image) => new Promise((resolve) => ended.set(image, () => resolve(image))),
  )
  queue.add([picture('a')])
  await eventually(() => expect(states(queue)).toEqual(['done']))
  queue.makeThumbnail('a', { ...answer, image: newer }, 'white')
  ended.get(newer)?.()
  ended.get(older)?.()
  await turnEventLoop()
  expect(queue.get().items[0]).toMatchObject({ thumbnail: newer, thumbnailLook: 'white' })
})

/** A picture with a first look, and what lets the result of its level come. */
const lookedAt = async () => {
  const file = new Blob(['a picture'])
  const [look, better] = await Promise.all(
    [0, 1].map(() => inMemoryService().removeImage(file, defaultImageOptions)),
  )
  if (!look || !better) throw new Error('no answers')
  let finish = () => {}
  let cuts = 0
  const queue = openPictures(async (_, { onFirstLook }) => {
    cuts += 1
    onFirstLook(look)
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return { ...better, facts: { ...better.facts, confidence: 0.5 } }
  })
  queue.add([picture('a')])
  await eventually(() => expect(states(queue)).toEqual(['done']))
  const now = () => queue.get().items[0]
  return {
    queue,
    now,
    finish: () => finish(),
    cuts: () => cuts,
    confidence: () => now()?.answer?.facts.confidence,
  }
}

test('the result of the level takes the place of a first look', async () => {
  const { now, finish, confidence } = await lookedAt()
  expect(now()?.look).not.toBeNull()
  expect(confidence()).toBe(0.9712)
  finish()
  await eventually(() => expect(now()?.look).toBeNull())
  expect(confidence()).toBe(0.5)
})

test.each([
  ['saved', ({ use }: ImageQueue) => use('a')],
  [
    'edited',
    ({ edit }: ImageQueue) => edit('a', { type: 'value', name: 'feather', value: 3, isContinued: false }),
  ],
])('a first look that was %s stays until the better one is taken', async (_, change) => {
  const { queue, now, finish, confidence } = await lookedAt()
  change(queue)
  const { thumbnail } = now() ?? {}
  finish()
  await eventually(() => expect(now()?.look?.better).not.toBeNull())
  expect(confidence()).toBe(0.9712)
  expect(now()?.thumbnail).toBe(thumbnail)
  queue.takeBetter('a')
  expect([now()?.look, confidence()]).toEqual([null, 0.5])
})

test('a first look that was taken out is worked on again', async () => {
  const { queue, now, cuts } = await lookedAt()
  queue.remove('a')
  queue.undoRemove()
  await eventually(() => expect([cuts(), now()?.phase]).toEqual([2, 'done']))
})
