import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { shippedNetwork } from '#support/built-studio.ts'
import { expectCutOut, openControlledStudio, postImage, samplePhoto } from '#support/image-api-in-page.ts'
import { expect, test } from '../support/studio-page.ts'

test.use({ serviceWorkers: 'allow' })

const usedCredits = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await fetch('v1/me')).json()).usedCredits)

test('a first visit answers v1/remove (D-70)', { tag: shippedNetwork }, async ({ page }) => {
  await openControlledStudio(page)
  const { width, height } = await sharp(samplePhoto).metadata()
  const cutOut = await postImage(page)
  await expectCutOut(cutOut)
  expect([cutOut.headers['x-image-width'], cutOut.headers['x-image-height']]).toEqual([
    String(width),
    String(height),
  ])
})

test('a second tab answers; without tabs, an error does (D-70)', async ({ page, context }) => {
  await openControlledStudio(page)
  const other = await context.newPage()
  await openControlledStudio(other)
  const answer = await postImage(other, { fields: { size: 'preview', level: 'fast' } })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])

  // Both closed: the origin still answers, in the form of the contract.
  const alone = await context.newPage()
  await openControlledStudio(alone, 'manifest.webmanifest')
  await page.close()
  await other.close()
  const refused = await postImage(alone)
  expect(refused.status).toBe(502)
  expect(refused.json).toMatchObject({ code: 'upstream_error', request_id: expect.stringMatching(/^req_/) })
})

test("a wrong request gets the contract's error and costs nothing", async ({ page }) => {
  await openControlledStudio(page)
  const before = await usedCredits(page)

  const invalid = await postImage(page, {
    fields: { format: 'gif', crop: 'perhaps', width: '0', level: 'best' },
  })
  expect(invalid.status).toBe(400)
  expect(invalid.json).toMatchObject({
    code: 'validation_error',
    request_id: invalid.headers['x-request-id'],
    doc_url: expect.stringContaining('errors.html#validation_error'),
    details: {
      format: [expect.any(String)],
      crop: [expect.any(String)],
      width: [expect.any(String)],
      level: [expect.any(String)],
    },
  })

  for (const imageField of [null, 'picture', 'file']) {
    const missing = await postImage(page, { imageField })
    expect([missing.status, missing.json.code]).toEqual([400, 'missing_image'])
  }
  const notAForm = await page.evaluate(async () => {
    const response = await fetch('v1/remove', { method: 'POST', body: '{}' })
    return [response.status, (await response.json()).code]
  })
  expect(notAForm).toEqual([400, 'missing_image'])

  const tooLarge = await postImage(page, { bytes: 20_000_001 })
  expect([tooLarge.status, tooLarge.json.code]).toEqual([400, 'image_too_large'])

  const noPicture = await postImage(page, { image: 'errors.html' })
  expect(noPicture.json).toMatchObject({
    code: 'validation_error',
    details: { image_file: [expect.any(String)] },
  })

  expect(await usedCredits(page)).toBe(before)
})

test('a file of 20,000,000 bytes passes, and the alias takes legacy parameters (D-5, D-60)', async ({
  page,
}) => {
  await openControlledStudio(page)
  const before = await usedCredits(page)
  const fields = { level: 'fast', format: 'jpg', bg_color: 'white' }
  const answer = await postImage(page, { bytes: 20_000_000, fields })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(await usedCredits(page)).toBe(before + 1)
  expect(await page.evaluate(async () => (await fetch('v1/me')).json())).toEqual({
    organizationId: 'local',
    plan: 'Local',
    maxCredits: 100,
    usedCredits: before + 1,
  })

  const path = 'v1.0/removebg'
  const legacy = await postImage(page, {
    path,
    fields: {
      size: 'regular',
      crop: 'true',
      crop_margin: '12px',
      bg_color: '00ff00',
      type: 'auto',
      level: 'fast',
    },
  })
  expect(legacy.status).toBe(200)
  const { data, info } = await sharp(legacy.body).raw().toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(3)
  expect(info.width * info.height).toBeLessThanOrEqual(250_000)
  expect([...data.subarray(0, 3)]).toEqual([0, 255, 0])

  const unsupported = await postImage(page, { path, fields: { format: 'zip', roi: '0 0 1 1' } })
  expect(unsupported.status).toBe(400)
  expect(Object.keys(unsupported.json.details as object).sort()).toEqual(['format', 'roi'])
})
