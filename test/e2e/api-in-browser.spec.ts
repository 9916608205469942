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

test('a file of 20,000,000 bytes passes, and the alias answers (D-5, D-60)', async ({ page }) => {
  await openControlledStudio(page)
  const before = await usedCredits(page)
  const fields = { level: 'fast', format: 'jpg', bg_color: 'white' }
  const answer = await postImage(page, { bytes: 20_000_000, fields })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(await usedCredits(page)).toBe(before + 1)
  const unsupported = await postImage(page, {
    path: 'v1.0/removebg',
    fields: { scale: '80%', roi: '0 0 1 1' },
  })
  expect(unsupported.status).toBe(400)
  expect(Object.keys(unsupported.json.details as object).sort()).toEqual(['roi', 'scale'])
})
