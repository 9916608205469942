import { expect, test } from 'vitest'
import { activityCsv } from '#studio/features/account/activity-csv.ts'
import { activityOf, jobOf, serviceBase } from '#support/memory-activity.ts'

const now = Date.parse('2026-11-14T13:00:00Z')
const rowOf = (known: Parameters<typeof activityOf>[0]) =>
  activityCsv([activityOf(known)], 'local', now).split('\r\n')[1]

test('each request is a line below the names of the columns', () => {
  const csv = activityCsv([activityOf({ request_id: 'req_1' })], 'local', now)
  expect(csv.split('\r\n')).toEqual([
    'sent_at,name,kind,ran_on,state,credits,refunded,would_have_cost,job_id,request_id,error',
    `2026-11-14T12:00:00.000Z,cup.jpg,image,${serviceBase},completed,1,0,,,req_1,`,
    '',
  ])
})

test('work on this device is free and names its worth', () => {
  expect(rowOf({ service: 'local', credits: 5 })).toContain(',this device,completed,0,0,5,')
})

test('refunded credits and the error are listed', () => {
  const job = jobOf({ status: 'failed', error: { code: 'processing_failed', message: 'x' } })
  const row = rowOf({ kind: 'video', state: 'failed', credits: 35, refunded: 35, job })
  expect(row).toContain(',failed,35,35,,job_one,,processing_failed')
})

test('a file name never runs as a formula or breaks a line', () => {
  expect(rowOf({ name: 'a,b "c".jpg' })).toContain(',"a,b ""c"".jpg",')
  expect(rowOf({ name: '=HYPERLINK("x")' })).toContain(`,"'=HYPERLINK(""x"")",`)
  expect(rowOf({ name: '+1.jpg' })).toContain(",'+1.jpg,")
})
