import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { type ApiServer, startApiServer } from '../support/api-server.ts'
import { expectAccessible } from './expect-accessible.ts'
import {
  expectBalance,
  openConnectedStudio,
  pickToSend,
  place,
  sendButton,
  sentCount,
  tinyPicture,
} from './remote-flow.ts'
import { countKept, downloaded, openTab, pick, rows, stage, startOver, withoutWaits } from './studio-flow.ts'

let server: ApiServer
test.beforeEach(async () => {
  server = await startApiServer()
})
test.afterEach(() => server.close())

test('pictures are sent by clicks only, finished here, and sent again', async ({ page }) => {
  await openConnectedStudio(page, server)
  await expect(page.getByTitle('Files stay here unless you send them')).toBeVisible()
  await pickToSend(page)
  await expect(page.getByTestId('balance')).toHaveText('100 credits left, 99 after this')
  await openTab(page, 'Export')
  await page.getByText('WebP', { exact: true }).click()
  expect(sentCount(server)).toBe(0)
  const saved = (format: string) =>
    downloaded(page, () => page.getByRole('button', { name: `Save ${format}` }).click())
  const toolbar = page.getByRole('toolbar', { name: 'Edit', exact: true })
  const outdated = page.getByText('The recipe has changed since this was sent.')

  await sendButton(page, 'Send · 1 credit').click()
  await rows(page, 'done').waitFor()
  await expectBalance(page, server, 1)
  await expect(page.getByText('On the service, 1 credit')).toBeVisible()
  const file = await saved('WebP')
  expect([file.name, file.bytes.toString('latin1', 8, 12)]).toEqual(['cup.webp', 'WEBP'])

  await test.step('colour, crop, size and format of its cut-out are made here', async () => {
    await openTab(page, 'Background')
    await page.getByText('Colour', { exact: true }).click()
    await openTab(page, 'Size')
    await page.getByText('Place the subject').click()
    await expect(page.getByRole('application', { name: 'Place of the subject' })).toBeVisible()
    await page.getByText('Place the subject').click()
    await page.getByText('Crop to the subject').click()
    await openTab(page, 'Export')
    await page.getByText('JPG', { exact: true }).click()
    const { format, width = 40 } = await sharp((await saved('JPG')).bytes).metadata()
    expect(format).toBe('jpeg')
    expect(width).toBeLessThan(40)
    await expect(outdated).toBeHidden()
    expect(sentCount(server)).toBe(1)
  })

  await test.step('an opaque result is not edited, is marked as outdated, and is sent again', async () => {
    await pick(page, await tinyPicture('jug.png'))
    await page.getByRole('button', { name: /^jug\.png/ }).click()
    await place(page, 'On the service').click()
    await sendButton(page, 'Send · 1 credit').click()
    await expect(page.getByRole('button', { name: 'Save JPG' })).toBeEnabled()
    await page.getByText('WebP', { exact: true }).click()
    await expect(outdated).toBeVisible()
    await expect(page.getByText('cannot be edited, because it is cropped')).toBeVisible()
    await expect(toolbar).toBeHidden()
    expect(sentCount(server)).toBe(2)
    await sendButton(page, 'Send again · 1 credit').click()
    await expect(page.getByRole('button', { name: 'Save WebP' })).toBeVisible()
    await expect(outdated).toBeHidden()
    await expectBalance(page, server, 3)
  })

  await test.step('one that this device cannot send as it is, is converted first', async () => {
    await startOver(page)
    await pick(page, await tinyPicture('cup.avif', 'avif'))
    await rows(page, 'failed').waitFor()
    await place(page, 'On the service').click()
    await expect(page.getByText('AVIF is converted on this device first')).toBeVisible()
    await sendButton(page, 'Send · 1 credit').click()
    await rows(page, 'done').waitFor()
    await expect(page.getByText('Converted from AVIF to PNG first')).toBeVisible()
    // What this device said of the file before is no state of the result.
    await expect(stage(page).getByText('validation_error')).toBeHidden()
    await expectBalance(page, server, 4)
  })

  await test.step('one click that names the sum sends four', async () => {
    await startOver(page)
    const names = ['a.png', 'b.png', 'c.png', 'd.png']
    await pick(page, await Promise.all(names.map((name) => tinyPicture(name))))
    await place(page, 'On the service').click()
    await page.getByRole('button', { name: 'Use the service for all 4 pictures' }).click()
    await expect(rows(page, 'ready')).toHaveCount(4)
    await sendButton(page, 'Send all 4 · 4 credits').click()
    await expect(rows(page, 'done')).toHaveCount(4)
    await expectBalance(page, server, 8)
    expect(sentCount(server)).toBe(8)
  })
})

test('a result of the service is edited on this device', async ({ page }) => {
  await openConnectedStudio(page, server)
  await pickToSend(page)
  await sendButton(page, 'Send · 1 credit').click()
  await rows(page, 'done').waitFor()
  await page.getByRole('radio', { name: 'Brush to remove' }).check()
  const picture = page.getByLabel('Picture', { exact: true })
  const box = await picture.boundingBox()
  if (!box) throw new Error('the picture is not on the screen')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(picture).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText('1 edit on this device')).toBeVisible()
  const saved = async () =>
    (await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())).bytes
  const edited = await saved()
  const { data, info } = await sharp(edited).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 40, height: 30 })
  expect(data[4 * (15 * 40 + 20) + 3]).toBeLessThan(50)

  await test.step('it is there after a reload, with the edit, and is not sent again', async () => {
    await expect.poll(() => countKept(page, 'sent')).toBe(1)
    await page.reload()
    await rows(page, 'done').waitFor()
    await expect(page.getByText('1 edit on this device')).toBeVisible()
    expect((await saved()).equals(edited)).toBe(true)
    expect(sentCount(server)).toBe(1)
    await expectBalance(page, server, 1)
  })
})

test('a service that refuses, is busy or broken explains itself (D-53)', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await withoutWaits(page)
  await openConnectedStudio(page, server)
  await pickToSend(page)
  const again = sendButton(page, 'Send again · 1 credit')

  await test.step('a refusal costs nothing and is not repeated', async () => {
    server.fault({ kind: 'status', on: 'remove', status: 402, code: 'payment_required' })
    await sendButton(page, 'Send · 1 credit').click()
    for (const text of ['There are not enough credits', 'Nothing was charged.', 'payment_required'])
      await expect(stage(page).getByText(text)).toBeVisible()
    expect(sentCount(server)).toBe(1)
    await expectBalance(page, server, 0)
    await expectAccessible(page, 'refused by the service')
    await page.getByRole('button', { name: 'Copy the request id' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^req_\w+$/)
  })
  await test.step('a busy one is asked again when it says', async () => {
    server.fault({ kind: 'status', on: 'remove', status: 429, code: 'rate_limit_exceeded', retryAfter: 2 })
    await again.click()
    const line = page.getByTestId('retry')
    await expect(line).toHaveText(/The service is busy\. Trying again in [23] s \(2 of 5\)/)
    await expect(line).toHaveText(/in 1 s/)
    await rows(page, 'done').waitFor()
    await expectBalance(page, server, 1)
    expect(sentCount(server)).toBe(3)
  })
  await test.step('after five failures the same recipe runs here instead', async () => {
    await startOver(page)
    await pickToSend(page)
    const before = sentCount(server)
    const { usedCredits } = server.accountOf()
    server.fault({ kind: 'status', on: 'remove', status: 502, times: 5 })
    await sendButton(page, 'Send · 1 credit').click()
    await expect(stage(page).getByText('A part of the service could not be reached')).toBeVisible()
    expect(sentCount(server) - before).toBe(5)
    await expectBalance(page, server, usedCredits)
    const asked = page.waitForRequest(/\/models\//)
    await page.getByRole('button', { name: 'Run on this device instead' }).click()
    await asked
    expect(sentCount(server) - before).toBe(5)
    await expect(place(page, 'On this device')).toBeVisible()
  })
  await test.step('numbers that CORS hides are shown as not shared', async () => {
    await startOver(page)
    await pickToSend(page)
    server.setCors('hidden')
    await sendButton(page, 'Send · 1 credit').click()
    await rows(page, 'done').waitFor()
    const facts = page.getByRole('region', { name: 'Viewer' }).locator('dl').first()
    await expect(facts).toContainText('not shared by the server')
    await expect(facts).toContainText('40 × 30')
    await expect(page.locator('body')).not.toContainText(/NaN|undefined|null/)
  })
  await test.step('a service without CORS headers is named as the likely cause', async () => {
    await startOver(page)
    await pickToSend(page, 'jug.png')
    server.setCors('none')
    await sendButton(page, 'Send · 1 credit').click()
    await expect(stage(page).getByText('does not let this page use it (CORS)')).toBeVisible()
    await expect(
      page.getByText('The balance cannot be read now').or(page.getByTestId('balance')),
    ).toBeVisible()
    server.setCors('exposed')
  })
  await test.step('a busy service is asked again until Stop', async () => {
    const before = sentCount(server)
    server.fault({ kind: 'status', on: 'remove', status: 429, code: 'rate_limit_exceeded', retryAfter: 60 })
    await again.click()
    await expect(page.getByTestId('retry')).toContainText('Trying again in')
    await expectAccessible(page, 'waiting for a retry')
    await page.getByRole('button', { name: 'Cancel jug.png' }).click()
    await expect(stage(page).getByText('Stopped.')).toBeVisible()
    expect(sentCount(server) - before).toBe(1)
  })
})
