import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { messages } from '#studio/messages/messages.ts'
import { activityList } from '#studio/queries/activity.ts'
import { activityOf, memoryActivityLog } from '#support/memory-activity.ts'

test('entries of files without a name get one of the catalogue', async () => {
  const log = memoryActivityLog()
  for (const kind of ['image', 'video'] as const) await log.put(activityOf({ id: kind, kind, name: '' }))
  await log.put(activityOf({ id: 'named', name: 'cup.jpg' }))
  const list = await new QueryClient().query(activityList(log))
  const { image, video } = messages.account.activity.nameless
  expect(list.map(({ name }) => name).toSorted()).toEqual([image, video, 'cup.jpg'].toSorted())
})
