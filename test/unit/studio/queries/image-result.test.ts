import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { noComposition } from '#contract/composition.ts'
import { noEdits } from '#contract/image-edits.ts'
import { defaultImageOptions } from '#contract/image-options.ts'
import type { BackgroundService } from '#library/background-service.ts'
import { createQueryClient } from '#studio/app/open-studio.ts'
import {
  boundResults,
  fetchResult,
  hasSubject,
  imageResult,
  newestResult,
} from '#studio/queries/image-result.ts'
import { inMemoryService } from '#support/in-memory-service.ts'

const picture = { id: 'a', blob: new Blob(['pixels']) }
const plain = { options: defaultImageOptions }

test('a running picture is finished without observers', async () => {
  const waiting: (() => void)[] = []
  const inner = inMemoryService()
  const service: BackgroundService = {
    ...inner,
    removeImage: async (file, options, call) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      call?.signal?.throwIfAborted()
      return inner.removeImage(file, options)
    },
  }
  const client = createQueryClient()
  const { signal } = new AbortController()
  const made = client.fetchQuery(imageResult(service, picture, plain, { signal }))
  const looking = new QueryObserver(client, {
    ...imageResult(service, picture, plain),
    enabled: false,
  })
  const leave = looking.subscribe(() => {})
  leave()
  waiting[0]?.()
  expect((await made).facts).toBeDefined()
  client.clear()
})

test('the same edits are worked on once, others again', async () => {
  const asked: number[] = []
  const inner = inMemoryService()
  if (!inner.onDevice) throw new Error('no device')
  const service: BackgroundService = {
    ...inner,
    onDevice: {
      ...inner.onDevice,
      editImage: async (file, options, { edits }) => {
        asked.push(edits?.feather ?? 0)
        return inner.removeImage(file, options)
      },
    },
  }
  const client = createQueryClient()
  const fetch = (feather: number) => {
    const edited = { edits: { ...noEdits, feather }, key: `feather ${feather}` }
    return client.fetchQuery(imageResult(service, picture, { options: defaultImageOptions, edited }))
  }
  expect((await fetch(1)).edited?.edits.feather).toBe(1)
  await fetch(2)
  await fetch(1)
  expect(asked).toEqual([1, 2])
  client.clear()
})

test('this device works on a composition once for each picture behind it', async () => {
  const asked: unknown[] = []
  const inner = inMemoryService()
  if (!inner.onDevice) throw new Error('no device')
  const service: BackgroundService = {
    ...inner,
    onDevice: {
      ...inner.onDevice,
      editImage: async (file, options, work) => {
        asked.push(work)
        return inner.removeImage(file, options)
      },
    },
  }
  const client = createQueryClient()
  const composition = { ...noComposition, background: { kind: 'picture', fit: 'cover' } as const }
  const [one, other] = [new Blob(['one']), new Blob(['other'])]
  for (const behind of [one, other, one]) {
    const composed = { composition, picture: behind }
    const answer = await client.fetchQuery(
      imageResult(service, picture, { options: defaultImageOptions, composed }),
    )
    expect(answer.edited).toBeUndefined()
  }
  expect(asked).toEqual(
    [one, other].map((behind) => ({ parts: { composition, picture: behind }, keepsGamut: true })),
  )
  client.clear()
})

test('an abort leaves no error with the same result', async () => {
  const service: BackgroundService = {
    ...inMemoryService(),
    removeImage: (_, __, call) =>
      new Promise((_, reject) => call?.signal?.addEventListener('abort', () => reject(call.signal?.reason))),
  }
  const client = createQueryClient()
  const saving = new AbortController()
  const query = imageResult(service, picture, plain, { signal: saving.signal })
  const saved = fetchResult(client, query)
  saving.abort()
  await expect(saved).rejects.toMatchObject({ name: 'AbortError' })
  expect(client.getQueryState(query.queryKey)?.error).toBeNull()
  client.clear()
})

test('a result with nothing above 5 % alpha shows no subject (D-14)', () => {
  expect(hasSubject(Uint8ClampedArray.of(9, 9, 9, 0, 9, 9, 9, 12))).toBe(false)
  expect(hasSubject(Uint8ClampedArray.of(9, 9, 9, 0, 9, 9, 9, 13))).toBe(true)
})

test('of many results that nobody looks at only the newest stay', async () => {
  const service = inMemoryService()
  const client = createQueryClient()
  boundResults(client, service)
  const resultOf = (at: number) => imageResult(service, { id: `${at}`, blob: picture.blob }, plain)
  const leave = new QueryObserver(client, resultOf(0)).subscribe(() => {})
  for (let at = 0; at < 40; at++) await client.fetchQuery(resultOf(at))
  const kept = Array.from({ length: 40 }, (_, at) => at).filter((at) =>
    newestResult(client, service, `${at}`),
  )
  expect(kept).toEqual([0, 32, 33, 34, 35, 36, 37, 38, 39])
  leave()
  client.clear()
})

test('a file is made although whoever looked at it looks elsewhere', async () => {
  const inner = inMemoryService()
  let isFirst = true
  const service: BackgroundService = {
    ...inner,
    removeImage: async (file, options, call) => {
      if (!isFirst) return inner.removeImage(file, options)
      isFirst = false
      return await new Promise((_, reject) =>
        call?.signal?.addEventListener('abort', () => reject(call.signal?.reason)),
      )
    },
  }
  const client = createQueryClient()
  const leave = new QueryObserver(client, imageResult(service, picture, plain)).subscribe(() => {})
  const { signal } = new AbortController()
  const saved = fetchResult(client, imageResult(service, picture, plain, { signal }))
  leave()
  expect((await saved).facts).toBeDefined()
  client.clear()
})
