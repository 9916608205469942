import { expect, type Locator, type Page } from '@playwright/test'
import type { Job } from '#contract/job.ts'
import type { Activity } from '#service/activity.ts'
import { type ApiServer, testKey } from '../support/api-server.ts'
import { tinyDatabase, tinyName } from '../support/built-studio.ts'
import { type ScriptedFacts, scriptedVideo } from '../support/scripted-video.ts'
import { withoutWaits } from './studio-flow.ts'

export const connectionItem = tinyName('clearcut.connection')

/** The studio without its models, which nothing here needs; waits between tries are as short as they may be. */
export async function openPage(page: Page): Promise<void> {
  await page.route('**/models/**', (route) => route.abort())
  await withoutWaits(page)
  await page.goto('./')
  await chip(page).waitFor()
}

/** As after an earlier visit of this tab: the server is connected. */
export async function openConnectedPage(page: Page, { url }: Pick<ApiServer, 'url'>, key = testKey) {
  await page.addInitScript(([item, held]) => sessionStorage.setItem(item, held), [
    connectionItem,
    JSON.stringify({ base: url, isLegacy: false, key }),
  ] as const)
  await openPage(page)
}

export const chip = (page: Page): Locator => page.getByRole('button', { name: /^Service:/ })

export async function openDashboard(page: Page): Promise<Locator> {
  await chip(page).click()
  return dashboard(page)
}

export const dashboard = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Service and recent work' })

/** The row of a request, by its file's name. */
export const row = (page: Page, name: string): Locator =>
  page.getByTestId('activity').filter({ hasText: name })

export const unfold = (page: Page, name: string) => row(page, name).getByRole('button').first().click()

/** The panel and the bar at the top show the credits that the server counts. */
export async function expectCredits(page: Page, server: ApiServer): Promise<void> {
  await expect(async () => {
    const { maxCredits, usedCredits, plan } = server.accountOf()
    const left = (maxCredits - usedCredits).toLocaleString('en-GB')
    const used = `${usedCredits.toLocaleString('en-GB')} of ${maxCredits.toLocaleString('en-GB')} used`
    await expect(page.getByTestId('credits-left')).toHaveText(left, { timeout: 1000 })
    await expect(page.getByTestId('credits-used')).toHaveText(used, { timeout: 1000 })
    await expect(chip(page)).toHaveAccessibleName(`Service: ${plan}, ${left} credits left`, { timeout: 1000 })
  }).toPass()
}

/** Sends a video to the server, as an earlier visit did. */
export async function submitScriptedVideo(server: ApiServer, facts: ScriptedFacts = {}): Promise<Job> {
  const body = new FormData()
  body.append('file', scriptedVideo(facts))
  const headers = { 'x-api-key': testKey }
  const answer = await fetch(`${server.url}/remove`, { method: 'POST', headers, body })
  expect(answer.status).toBe(202)
  return (await answer.json()) as Job
}

/** The entry that a job has right after it was accepted. */
export const entryOf = (server: ApiServer, job: Job, name: string): Activity => ({
  id: job.id,
  service: server.url,
  kind: 'video',
  name,
  at: job.created_at,
  job,
  state: 'queued',
  progress: 0,
  credits: job.credits,
  refunded: 0,
  request_id: null,
  error: null,
  thumbnail: null,
  kept: null,
})

/** Puts entries on the list, as another tab of this browser would. */
export const putEntries = async (page: Page, entries: readonly Activity[]): Promise<void> => {
  const hasDatabase = async (name: string) => (await indexedDB.databases()).some((each) => each.name === name)
  await expect.poll(() => page.evaluate(hasDatabase, tinyDatabase('clearcut'))).toBe(true)
  await page.evaluate(
    async ([name, channelName, list]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      const transaction = database.transaction('activities', 'readwrite')
      for (const entry of list) transaction.objectStore('activities').put(entry)
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      database.close()
      const channel = new BroadcastChannel(channelName)
      channel.postMessage(undefined)
      channel.close()
    },
    [tinyDatabase('clearcut'), tinyName('clearcut-activity'), entries] as const,
  )
}
