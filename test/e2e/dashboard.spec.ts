import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type ApiServer, startApiServer, testKey } from '#support/api-server.ts'
import { expect, test } from '#support/studio-page.ts'
import { openBothDevices, phone } from './both-devices.ts'
import {
  chip,
  connectionItem,
  dashboard,
  entryOf,
  expectCredits,
  openConnectedPage,
  openDashboard,
  openPage,
  putEntries,
  row,
  submitScriptedVideo,
  unfold,
} from './dashboard-flow.ts'
import { colourOf, inForcedColours } from './forced-colours.ts'
import { tinyPicture } from './remote-flow.ts'
import { pick } from './studio-flow.ts'

let server: ApiServer
test.beforeEach(async () => {
  const account = { plan: 'Pro', maxCredits: 2000, usedCredits: 760 }
  server = await startApiServer({ videos: 'scripted', accounts: { [testKey]: account } })
})
test.afterEach(() => server.close())

const typeConnection = async (page: Page, key: string) => {
  await page.getByRole('button', { name: 'Connect a service' }).click()
  await page.getByLabel('Address of the service').fill(server.url)
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill(key)
  await page.getByRole('button', { name: 'Test and connect' }).click()
}

test('without a service the studio stays local and asks for no key', async ({ page }) => {
  await openPage(page)
  await expect(chip(page)).toHaveText('Local only')
  await expect(page.locator('input[type=password]')).toHaveCount(0)
  await openDashboard(page)
  await expect(dashboard(page)).toContainText('This month’s work would have cost 0 credits')
  await expect(dashboard(page)).toContainText('Nothing yet')
  await page.keyboard.press('Escape')

  await test.step('nothing asks where a picture is to be cut out', async () => {
    await pick(page, await tinyPicture('cup.png'))
    await page.getByRole('button', { name: 'Save PNG' }).waitFor()
    await expect(page.getByRole('group', { name: 'Where it runs' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'On this device' })).toHaveAttribute(
      'title',
      /^Files stay on this device/,
    )
  })
  expect(server.requests).toEqual([])
})

test('a key is tried first, stays in its tab, is forgotten (D-55)', async ({ page, context }) => {
  await openPage(page)
  await openDashboard(page)
  await typeConnection(page, 'sk_other')
  await expect(page.getByLabel('Key', { exact: true })).toHaveAccessibleDescription(/starts with pk_/)
  expect(server.requests, 'what cannot be a key is sent nowhere').toEqual([])

  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('pk_unknown')
  await page.getByRole('button', { name: 'Test and connect' }).click()
  await expect(page.getByRole('alert')).toContainText('The service does not know this key')
  expect(await page.evaluate((item) => sessionStorage.getItem(item), connectionItem)).toBeNull()

  await page.getByRole('textbox', { name: 'Key', exact: true }).fill(` "${testKey}" `)
  await page.getByRole('button', { name: 'Test and connect' }).click()
  await expectCredits(page, server)
  await expect(dashboard(page)).toContainText('The key is kept in this tab, until it is closed')
  expect(server.requests.at(-1)?.headers.get('x-api-key')).toBe(testKey)

  await page.reload()
  await openDashboard(page)
  await expectCredits(page, server)
  expect(await whereIs(page, testKey)).toEqual(['sessionStorage'])
  expect(server.requests.filter(({ path }) => path.includes('pk_'))).toEqual([])

  await page.getByRole('button', { name: 'Forget the key' }).click()
  await expect(chip(page)).toHaveText('Local only')
  expect(await whereIs(page, testKey)).toEqual([])
  await page.reload()
  await expect(chip(page)).toHaveText('Local only')

  await test.step('a key for this device is shared by all tabs until forgotten', async () => {
    await openDashboard(page)
    await page.getByRole('button', { name: 'Connect a service' }).click()
    await page.getByLabel('Address of the service').fill(server.url)
    await page.getByRole('textbox', { name: 'Key', exact: true }).fill(testKey)
    await page.getByRole('group', { name: 'Keep the key' }).getByText('On this device').click()
    await page.getByRole('button', { name: 'Test and connect' }).click()
    await expectCredits(page, server)

    const other = await context.newPage()
    await openPage(other)
    await expect(chip(other)).toHaveAccessibleName(/^Service: Pro/)
    await page.getByRole('button', { name: 'Forget the key' }).click()
    await expect(chip(other)).toHaveText('Local only')
    expect(await whereIs(other, testKey)).toEqual([])
  })
})

test('a deployment may name the service, but never a key', async ({ page }) => {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  const config = { base: server.url, key: testKey }
  await page.route('**/config.json', (route) => route.fulfill({ json: config }))
  await openPage(page)
  await openDashboard(page)
  await expect(dashboard(page)).toContainText(`This studio knows a service, ${new URL(server.url).host}`)
  expect(warnings.filter((text) => text.includes('config.json holds a key'))).toHaveLength(1)
  expect(server.requests).toEqual([])
  await page.getByRole('button', { name: 'Connect a service' }).click()
  await expect(page.getByLabel('Address of the service')).toHaveValue(server.url)
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill(testKey)
  await page.keyboard.press('Enter')
  await expectCredits(page, server)
  await expect(dashboard(page)).toContainText('The address comes with this studio.')
})

test('the account is shown, and each failure to read it explained', async ({ page, context }) => {
  server.setAccount(testKey, { autoRechargeThreshold: 0.8 })
  await openConnectedPage(page, server)
  await openDashboard(page)
  const again = page.getByRole('button', { name: 'Read the credits again' })
  const fault = page.getByRole('alert')
  await test.step('auto recharge is shown in either form, unless it is off (D-52)', async () => {
    await expect(dashboard(page)).toContainText('Recharges by itself at 80 % used (1,600 credits)')
    server.setAccount(testKey, { autoRechargeThreshold: 250 })
    await again.click()
    await expect(dashboard(page)).toContainText('Recharges by itself at 250 credits')
    server.setAccount(testKey, { autoRechargeThreshold: null, usedCredits: 2000 })
    await again.click()
    await expectCredits(page, server)
    await expect(dashboard(page)).not.toContainText('Recharges')
    await expect(dashboard(page)).toContainText('No credits are left')
    server.setAccount(testKey, { usedCredits: 760 })
  })

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/v1/me', (route) => held.then(() => route.continue()))
  await page.reload()
  await openDashboard(page)
  await expect(page.getByTestId('balance-skeleton')).toBeVisible()
  release()
  await expectCredits(page, server)
  await page.unroute('**/v1/me')

  server.fault({ kind: 'status', status: 500, on: 'me', times: 9 })
  await again.click()
  await expect(fault).toContainText('The service has a fault')
  await expect(fault).toContainText('The figures above are from before')
  await expect(fault.getByRole('button', { name: /^Copy the request id/ })).toBeVisible()
  server.clearFaults()
  await fault.getByRole('button', { name: 'Try again' }).click()
  await expect(fault).toHaveCount(0)

  server.setCors('none')
  await again.click()
  await expect(fault).toContainText('does not let a page like this one talk to it (CORS)')
  server.setCors('exposed')

  await context.setOffline(true)
  await again.click()
  await expect(fault).toContainText('You are offline')
  await context.setOffline(false)

  server.revoke(testKey)
  await again.click()
  await expect(fault).toContainText('The service does not know this key')
  await expect(chip(page)).toHaveText('Key refused')
  server.setAccount('pk_renewed', { plan: 'Pro', maxCredits: 50 })
  await fault.getByRole('button', { name: 'Enter another key' }).click()
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('pk_renewed')
  await page.getByRole('button', { name: 'Test and connect' }).click()
  await expect(page.getByTestId('credits-left')).toHaveText('50')
})

test('a job is followed across a reload, charged, refunded and saved', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  server.holdJobs('queued')
  const job = await submitScriptedVideo(server, { durationSeconds: 6.2, fps: 30 })
  await openConnectedPage(page, server)
  await putEntries(page, [entryOf(server, job, 'pour.mp4')])
  await openDashboard(page)
  await expect(row(page, 'pour.mp4')).toContainText('Waiting for its turn')
  await expect(row(page, 'pour.mp4')).toContainText('35 credits')
  await expectCredits(page, server)

  server.holdJobs('processing')
  await expect(row(page, 'pour.mp4')).toContainText('Working')
  await page.reload()
  await openDashboard(page)
  server.releaseJobs()
  await expect(row(page, 'pour.mp4')).toHaveAttribute('data-state', 'completed')
  await expect(row(page, 'pour.mp4')).toContainText(/expires in 23 h \d+ min/)
  await expectCredits(page, server)

  await unfold(page, 'pour.mp4')
  await expect(row(page, 'pour.mp4')).toContainText('Anyone who has the link can download the result')
  await row(page, 'pour.mp4').getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(server.resultsOrigin)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row(page, 'pour.mp4').getByRole('button', { name: 'Save pour.mp4' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('pour.webm')
  expect(readFileSync(await download.path())).toEqual(Buffer.from(await (await fetch(link)).arrayBuffer()))
  const results = server.requests.filter(({ host }) => host === 'results')
  expect(results.length).toBeGreaterThan(0)
  expect(results.filter(({ headers }) => headers.has('x-api-key'))).toEqual([])

  server.fault({ kind: 'job fails' })
  const failing = await submitScriptedVideo(server, { durationSeconds: 12 })
  await putEntries(page, [entryOf(server, failing, 'street.mp4')])
  await expect(row(page, 'street.mp4')).toContainText('60 credits, given back')
  await expect(row(page, 'street.mp4')).toContainText('The service could not finish this video')
  await expectCredits(page, server)
  expect(server.accountOf().usedCredits).toBe(760 + 35)

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  const lines = readFileSync(await csv.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(`,street.mp4,video,${server.url},failed,60,60,,${failing.id},,processing_failed`)
  expect(lines[2]).toContain(`,pour.mp4,video,${server.url},completed,35,0,,${job.id},,`)
})

test("a kept result outlives the service's copy; another expires after 24 hours (D-39)", async ({ page }) => {
  await openConnectedPage(page, server)
  await openDashboard(page)
  await page.getByRole('switch', { name: 'Keep results on this device' }).focus()
  await page.keyboard.press('Space')
  const kept = await submitScriptedVideo(server)
  await putEntries(page, [entryOf(server, kept, 'kept.mp4')])
  await expect(row(page, 'kept.mp4')).toContainText('kept on this device')

  server.holdJobs('queued')
  const late = await submitScriptedVideo(server)
  await putEntries(page, [entryOf(server, late, 'late.mp4')])
  await expect(row(page, 'late.mp4')).toContainText('Waiting')
  server.releaseJobs()
  await page.context().setOffline(true)
  await expect.poll(async () => (await jobAt(late.id)).status).toBe('completed')
  server.advance(25 * 3_600_000)
  await page.context().setOffline(false)
  await expect(row(page, 'late.mp4')).toContainText('Expired')

  await page.reload()
  await openDashboard(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row(page, 'kept.mp4').getByRole('button', { name: 'Save kept.mp4' }).click(),
  ])
  expect(readFileSync(await download.path()).length).toBeGreaterThan(0)
  await expectCredits(page, server)
})

const jobAt = async (id: string): Promise<{ status?: string }> =>
  (await fetch(`${server.url}/jobs/${id}`, { headers: { 'x-api-key': testKey } })).json() as Promise<{
    status?: string
  }>

test('the dashboard works with the keyboard alone', async ({ page }) => {
  await openPage(page)
  const job = await submitScriptedVideo(server)
  await chip(page).focus()
  await page.keyboard.press('Enter')
  await dashboard(page).waitFor()
  await putEntries(page, [entryOf(server, job, 'walk.mp4')])
  await page.getByRole('button', { name: 'Connect a service' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Address of the service')).toBeFocused()
  await page.keyboard.type(server.url)
  await page.keyboard.press('Tab')
  await page.keyboard.type(testKey)
  await page.keyboard.press('Enter')
  await expectCredits(page, server)
  await expect(row(page, 'walk.mp4')).toHaveAttribute('data-state', 'completed')
  await row(page, 'walk.mp4').getByRole('button').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(row(page, 'walk.mp4').getByRole('button', { name: 'Save walk.mp4' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(row(page, 'walk.mp4').getByRole('button', { name: /^Copy the job id/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dashboard(page)).toHaveCount(0)
  await expect(chip(page)).toBeFocused()
})

test.describe('on a phone and a desktop', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('every state of the dashboard is accessible, light and dark', async ({ page }) => {
    const expectSound = await openBothDevices(page, 'dialog[open]')
    await openPage(page)
    await openDashboard(page)
    await expectSound('local only')
    await typeConnection(page, 'sk_other')
    await expectSound('form with a fault')
    await page.getByRole('textbox', { name: 'Key', exact: true }).fill(testKey)
    server.holdJobs('processing')
    const [job, other] = [await submitScriptedVideo(server), await submitScriptedVideo(server)]
    await page.getByRole('button', { name: 'Test and connect' }).click()
    await expectCredits(page, server)
    const done = {
      state: 'completed',
      progress: 1,
      kept: { hash: '0', bytes: 1, type: 'image/png' },
    } as const
    await putEntries(page, [
      entryOf(server, job, 'working.mp4'),
      { ...entryOf(server, other, 'done.mp4'), ...done },
    ])
    await unfold(page, 'done.mp4')
    await expectSound('jobs')
    await inForcedColours(page, async () => {
      const ink = await colourOf(page.locator('body'), 'color')
      const chart = page.getByRole('img', { name: /^Credits left/ }).locator('path')
      expect(await colourOf(chart.nth(2), 'stroke')).toBe(ink)
      // Also where the row is unfolded.
      const icon = row(page, 'done.mp4').locator('svg').first()
      expect(await colourOf(icon, 'color')).toBe(ink)
    })
    server.revoke(testKey)
    await page.getByRole('button', { name: 'Read the credits again' }).click()
    await page.getByRole('alert').waitFor()
    await expectSound('refused')
  })
})

/** The storages of this browser that hold a text, other than the memory of the page. */
const whereIs = (page: Page, text: string): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const found: string[] = []
    for (const [name, storage] of [
      ['localStorage', localStorage],
      ['sessionStorage', sessionStorage],
    ] as const)
      if (JSON.stringify({ ...storage }).includes(wanted)) found.push(name)
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
      })
      for (const store of database.objectStoreNames) {
        const all = await new Promise<unknown>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => resolve(request.result)
        })
        if (JSON.stringify(all).includes(wanted)) found.push(name)
      }
      database.close()
    }
    if (location.href.includes(wanted) || document.documentElement.outerHTML.includes(wanted))
      found.push('page')
    return found
  }, text)
