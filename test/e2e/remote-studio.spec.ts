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
import { countKept, downloaded, pick, rows, stage, startOver, withoutWaits } from './studio-flow.ts'

let server: ApiServer
test.beforeEach(async () => {
  server = await startApiServer()
})
test.afterEach(() => server.close())

test('only a click sends a picture, for exactly the named credit', async ({ page }) => {
  await openConnectedStudio(page, server)
  await expect(page.getByText('Files stay here unless you send them')).toBeVisible()
  await pickToSend(page)
  await expect(page.getByTestId('balance')).toHaveText('100 credits left, 99 after this')
  await page.getByText('WebP', { exact: true }).click()
  expect(sentCount(server)).toBe(0)

  await sendButton(page, 'Send · 1 credit').click()
  await rows(page, 'done').waitFor()
  await expectBalance(page, server, 1)
  await expect(page.getByText('On the service, 1 credit')).toBeVisible()
  const file = await downloaded(page, () => page.getByRole('button', { name: 'Save WebP' }).click())
  expect([file.name, file.bytes.toString('latin1', 8, 12)]).toEqual(['cup.webp', 'WEBP'])

  await test.step('colour, crop, size and format of its cut-out are made here', async () => {
    await page.getByText('PNG', { exact: true }).click()
    await page.getByText('Colour', { exact: true }).click()
    const coloured = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
    const corner = sharp(coloured.bytes).extract({ left: 0, top: 0, width: 1, height: 1 }).ensureAlpha().raw()
    expect([...(await corner.toBuffer())]).toEqual([255, 255, 255, 255])
    await page.getByText('Place the subject').click()
    await expect(page.getByRole('application', { name: 'Place of the subject' })).toBeVisible()
    await page.getByText('Place the subject').click()
    await page.getByText('Crop to the subject').click()
    await page.getByText('JPG', { exact: true }).click()
    const cropped = await downloaded(page, () => page.getByRole('button', { name: 'Save JPG' }).click())
    const { format, width = 40 } = await sharp(cropped.bytes).metadata()
    expect(format).toBe('jpeg')
    expect(width).toBeLessThan(40)
    await expect(page.getByText('The recipe has changed since this was sent.')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Send again · 1 credit' })).toBeHidden()
    expect(sentCount(server)).toBe(1)
  })

  await test.step('an opaque result stays, is marked as outdated, and is sent again by a click only', async () => {
    await pick(page, await tinyPicture('jug.png'))
    await page.getByRole('button', { name: /^jug\.png/ }).click()
    await place(page, 'On the service').click()
    await sendButton(page, 'Send · 1 credit').click()
    await expect(page.getByRole('button', { name: 'Save JPG' })).toBeEnabled()
    await page.getByText('WebP', { exact: true }).click()
    await expect(page.getByText('The recipe has changed since this was sent.')).toBeVisible()
    await expect(page.getByText('cannot be edited, because it is cropped')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save JPG' })).toBeVisible()
    expect(sentCount(server)).toBe(2)
    await sendButton(page, 'Send again · 1 credit').click()
    await expect(page.getByRole('button', { name: 'Save WebP' })).toBeVisible()
    await expect(page.getByText('The recipe has changed since this was sent.')).toBeHidden()
    await expectBalance(page, server, 3)
    expect(sentCount(server)).toBe(3)
  })
})

test('pictures are converted visibly, and many are sent for the named sum', async ({ page }) => {
  await openConnectedStudio(page, server)
  await test.step('a picture the service cannot read is converted first', async () => {
    await pick(page, await tinyPicture('cup.avif', 'avif'))
    await rows(page, 'failed').waitFor()
    await place(page, 'On the service').click()
    await expect(page.getByText('AVIF is converted on this device first')).toBeVisible()
    await sendButton(page, 'Send · 1 credit').click()
    await rows(page, 'done').waitFor()
    await expect(page.getByText('Converted from AVIF to PNG first')).toBeVisible()
    await expectBalance(page, server, 1)
    // What this device said of the file before is no state of the result.
    await expect(stage(page).getByText('validation_error')).toBeHidden()
    await page.getByText('JPG', { exact: true }).click()
    const { bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save JPG' }).click())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
    await expect(stage(page).getByText('validation_error')).toBeHidden()
    expect(sentCount(server)).toBe(1)
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
    await expectBalance(page, server, 5)
    expect(sentCount(server)).toBe(5)
  })
})

const refusals = [
  { status: 400, code: 'validation_error', title: 'The service does not take it like this' },
  { status: 400, code: 'missing_image', title: 'The service got no picture' },
  { status: 400, code: 'image_too_large', title: 'This picture is too large for the service' },
  { status: 401, code: 'authentication_error', title: 'The service does not know this key' },
  { status: 403, code: 'permission_denied', title: 'This account may not use the service' },
  { status: 402, code: 'payment_required', title: 'There are not enough credits' },
] as const

test('every refusal explains itself, costs nothing and is never repeated', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openConnectedStudio(page, server)
  await pickToSend(page)
  for (const [at, { status, code, title }] of refusals.entries()) {
    server.fault({ kind: 'status', on: 'remove', status, code })
    await sendButton(page, at === 0 ? 'Send · 1 credit' : 'Send again · 1 credit').click()
    await expect(stage(page).getByText(title)).toBeVisible()
    await expect(stage(page).getByText('Nothing was charged.')).toBeVisible()
    await expect(stage(page).getByText(code)).toBeVisible()
    expect(sentCount(server)).toBe(at + 1)
    await expectBalance(page, server, 0)
  }
  await expectAccessible(page, 'refused by the service')
  await page.getByRole('button', { name: 'Copy the request id' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^req_\w+$/)

  await test.step('the same recipe runs here instead', async () => {
    const asked = page.waitForRequest(/\/models\//)
    await page.getByRole('button', { name: 'Run on this device instead' }).click()
    await asked
    expect(sentCount(server)).toBe(refusals.length)
    await expect(place(page, 'On this device')).toBeVisible()
  })
})

const breaks = [
  { fault: { kind: 'status', status: 500 }, title: 'The service broke while working on this' },
  { fault: { kind: 'status', status: 502 }, title: 'A part of the service could not be reached' },
  { fault: { kind: 'drop' }, title: 'The service did not answer' },
  { fault: { kind: 'status', status: 429 }, title: 'The service is asked too often' },
] as const

test('a busy or broken service is asked again, five times (D-53)', async ({ page }) => {
  await withoutWaits(page)
  await openConnectedStudio(page, server)
  await pickToSend(page)

  await test.step('a busy one when it says', async () => {
    await page.getByText('JPG', { exact: true }).click()
    server.fault({ kind: 'status', on: 'remove', status: 429, code: 'rate_limit_exceeded', retryAfter: 3 })
    await sendButton(page, 'Send · 1 credit').click()
    const line = page.getByTestId('retry')
    await expect(line).toHaveText(/The service is busy\. Trying again in [34] s \(2 of 5\)/)
    await expect(line).toHaveText(/in 1 s/)
    await rows(page, 'done').waitFor()
    await expectBalance(page, server, 1)
    expect(sentCount(server)).toBe(2)
  })
  await test.step('a broken upload is repeated, and the account shows its cost', async () => {
    const before = sentCount(server)
    // At first nothing was done; then the work was done and charged, but its answer was cut off.
    server.fault({ kind: 'drop', on: 'remove' })
    server.fault({ kind: 'truncate', on: 'remove' })
    await page.getByText('WebP', { exact: true }).click()
    await expect(page.getByText('The recipe has changed since this was sent.')).toBeVisible()
    await sendButton(page, 'Send again · 1 credit').click()
    await rows(page, 'done').waitFor()
    expect(sentCount(server) - before).toBe(3)
    await expectBalance(page, server, server.accountOf().usedCredits)
  })
  await test.step('after five failures this device is offered instead', async () => {
    await startOver(page)
    await pickToSend(page)
    const { usedCredits } = server.accountOf()
    for (const [at, { fault, title }] of breaks.entries()) {
      const before = sentCount(server)
      server.clearFaults()
      // A browser may itself repeat a request that broke on a reused connection.
      server.fault({ ...fault, on: 'remove', times: fault.kind === 'drop' ? 10 : 5 })
      await sendButton(page, at === 0 ? 'Send · 1 credit' : 'Send again · 1 credit').click()
      await expect(stage(page).getByText(title)).toBeVisible()
      if (fault.kind === 'status') expect(sentCount(server) - before).toBe(5)
      await expect(page.getByRole('button', { name: 'Run on this device instead' })).toBeVisible()
      await expectBalance(page, server, usedCredits)
    }
    server.clearFaults()
  })
  await test.step('numbers that CORS hides are shown as not shared', async () => {
    server.setCors('hidden')
    await sendButton(page, 'Send again · 1 credit').click()
    await rows(page, 'done').waitFor()
    const facts = page.getByRole('region', { name: 'Viewer' }).locator('dl')
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
  })
  await test.step('a busy service is asked again until Stop', async () => {
    server.setCors('exposed')
    const before = sentCount(server)
    server.fault({ kind: 'status', on: 'remove', status: 429, code: 'rate_limit_exceeded', retryAfter: 60 })
    await sendButton(page, 'Send again · 1 credit').click()
    await expect(page.getByTestId('retry')).toContainText('Trying again in')
    await expectAccessible(page, 'waiting for a retry')
    await page.getByRole('button', { name: 'Cancel jug.png' }).click()
    await expect(stage(page).getByText('Stopped.')).toBeVisible()
    expect(sentCount(server) - before).toBe(1)
  })
})

test('a result of the service is edited on this device', async ({ page }) => {
  await openConnectedStudio(page, server)
  await pickToSend(page)
  await sendButton(page, 'Send · 1 credit').click()
  await rows(page, 'done').waitFor()
  const toolbar = page.getByRole('toolbar', { name: 'Edit', exact: true })
  await toolbar.getByRole('radio', { name: 'Brush to remove' }).check()
  const picture = page.getByLabel('Picture', { exact: true })
  const box = await picture.boundingBox()
  if (!box) throw new Error('the picture is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.up()
  await expect(picture).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText('1 edit on this device')).toBeVisible()
  const { bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 40, height: 30 })
  expect(data[4 * (15 * 40 + 20) + 3]).toBeLessThan(50)
  expect(sentCount(server)).toBe(1)
  await expectBalance(page, server, 1)

  await test.step('it is there after a reload, with the edit, and is not sent again', async () => {
    await expect.poll(() => countKept(page, 'sent')).toBe(1)
    await page.reload()
    await rows(page, 'done').waitFor()
    await expect(page.getByText('1 edit on this device')).toBeVisible()
    const again = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
    expect(again.bytes.equals(bytes)).toBe(true)
    expect(sentCount(server)).toBe(1)
  })

  // A cropped result says nothing of the rest of the picture.
  await page.keyboard.press('Escape')
  await pick(page, await tinyPicture('jug.png'))
  await page.getByRole('button', { name: /^jug\.png/ }).click()
  await page.getByText('Crop to the subject').click()
  await place(page, 'On the service').click()
  await sendButton(page, 'Send · 1 credit').click()
  await expect(page.getByText('cannot be edited, because it is cropped')).toBeVisible()
  await expect(toolbar).toBeHidden()
})
