import { expect, type Locator, type Page } from '@playwright/test'
import type { ApiServer } from '../support/api-server.ts'
import { testKey } from '../support/api-server.ts'
import { paintPhoto } from '../support/painted-photo.ts'
import { connectionItem } from './dashboard-flow.ts'
import { openStudio, pick, rows } from './studio-flow.ts'

/**
 * Opens the studio with the server connected for this tab. Model files are blocked: work on the service needs none, and
 * a request for them shows a test that this device was tried.
 */
export async function openConnectedStudio(page: Page, server: Pick<ApiServer, 'url'>): Promise<void> {
  await page.route('**/models/**', (route) => route.abort())
  await page.addInitScript(([item, held]) => sessionStorage.setItem(item, held), [
    connectionItem,
    JSON.stringify({ base: server.url, isLegacy: false, key: testKey }),
  ] as const)
  await openStudio(page)
  await page.getByRole('button', { name: /^Service: Free/ }).waitFor()
}

/** A picture file of a few hundred bytes. */
export const tinyPicture = async (name: string, format: 'png' | 'avif' = 'png') => ({
  name,
  mimeType: `image/${format}`,
  buffer: await paintPhoto({ width: 40, height: 30 }).toFormat(format).toBuffer(),
})

/** Opens one picture, which waits to be sent. */
export async function pickToSend(page: Page, name = 'cup.png'): Promise<void> {
  await pick(page, await tinyPicture(name))
  await place(page, 'On the service').click()
  await rows(page, 'ready').waitFor()
}

export const place = (page: Page, label: 'On this device' | 'On the service'): Locator =>
  page.getByRole('group', { name: 'Where it runs' }).getByText(label)

export const sendButton = (page: Page, text: string): Locator =>
  page.getByRole('complementary', { name: 'Recipe' }).getByRole('button', { name: text, exact: true })

/** The page shows the number of credits that the server counts. */
export async function expectBalance(page: Page, server: ApiServer, used: number): Promise<void> {
  const left = server.accountOf().maxCredits - used
  await expect.poll(() => server.accountOf().usedCredits).toBe(used)
  await expect(page.getByTestId('balance')).toContainText(`${left} credit${left === 1 ? '' : 's'} left`)
  await expect(page.getByRole('button', { name: `Service: Free, ${left} credits left` })).toBeVisible()
}

/** How often the server was asked to remove something. */
export const sentCount = (server: ApiServer): number =>
  server.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/remove').length
