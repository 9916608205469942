import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiServer, testKey } from '#support/api-server.ts'
import { tinyStudio } from '#support/built-studio.ts'
import { paintPhoto } from '#support/painted-photo.ts'
import { expect, test } from './engine-test.ts'

test('a photo is sent to a service, for one credit', async ({ studio }) => {
  const { page, evaluate } = studio
  const server = await startApiServer()
  const cup = join(tmpdir(), 'cup.png')
  await paintPhoto({ width: 40, height: 30 }).png().toFile(cup)
  const clickText = (text: string) =>
    evaluate((wanted) => {
      const all = [...document.querySelectorAll<HTMLElement>('button, label')]
      const found = all.find(
        ({ textContent, offsetParent }) => offsetParent && textContent?.trim() === wanted,
      )
      found?.click()
      return found !== undefined
    }, text)
  try {
    await page.open(tinyStudio.url)
    await evaluate((held) => sessionStorage.setItem('clearcut.connection', JSON.stringify(held)), {
      base: server.url,
      isLegacy: false,
      key: testKey,
    })
    await page.open(tinyStudio.url)
    await studio.waitFor('button[aria-label^="Service: Free, 100 credits left"]')
    await page.chooseFiles('input[type=file]', [cup])
    await expect.poll(() => clickText('On the service')).toBe(true)
    await studio.waitForCount('li[data-state=unsent]', 1)
    await expect.poll(() => clickText('Send · 1 credit')).toBe(true)
    await studio.waitForCount('li[data-state=done]', 1)
    await studio.waitFor('button[aria-label^="Service: Free, 99 credits left"]')
    expect(server.accountOf().usedCredits).toBe(1)
  } finally {
    await evaluate(() => sessionStorage.clear(), null)
    await server.close()
  }
})
