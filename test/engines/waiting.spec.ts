import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { shippedStudio, tinyStudio } from '#support/built-studio.ts'
import { serveSlowModels } from '#support/engines/slow-host.ts'
import { type EngineStudio, enginesOnly, expect, test } from './engine-test.ts'

const fox = resolve('public/samples/plush-fox.jpg')

/** Waits until a row says `words`, and stops it. Resolves when it is stopped. */
const stopAt = ({ evaluate }: EngineStudio, words: string): Promise<void> =>
  evaluate(async (words) => {
    const row = (state: string) =>
      [...document.querySelectorAll<HTMLElement>(`li[data-state=${state}]`)].find(
        ({ textContent }) => state === 'stopped' || textContent?.includes(words),
      )
    const shown = (state: string) =>
      new Promise<HTMLElement>((resolve) => {
        const look = () => {
          const found = row(state)
          if (!found) return
          observer.disconnect()
          resolve(found)
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        look()
      })
    const working = await shown('working')
    working.querySelector<HTMLElement>('button[aria-label^="Stop "]')?.click()
    await shown('stopped')
  }, words)

test('a slow download is stopped at once, or waited for', { tag: enginesOnly }, async ({ studio }) => {
  const { page, evaluate } = studio
  const host = await serveSlowModels(tinyStudio.url)
  try {
    await page.open(host.url)
    await page.chooseFiles('input[type=file]', [fox])
    await stopAt(studio, 'Getting the model')

    const answer = evaluate(async () => {
      await (globalThis as unknown as { clearcut: { apiReady: Promise<boolean> } }).clearcut.apiReady
      const body = new FormData()
      body.append('image_file', await (await fetch('samples/plush-fox.jpg')).blob(), 'fox.jpg')
      return (await fetch('v1/remove', { method: 'POST', body })).status
    }, null)
    // Longer than Firefox lets a service worker wait for something that is no event.
    await sleep(25_000)
    host.release()
    expect(await answer).toBe(200)
  } finally {
    host.close()
  }
})

test('a running network is stopped at once', { tag: enginesOnly }, async ({ studio }) => {
  const { page, evaluate } = studio
  await page.open(shippedStudio.url)
  await evaluate((settings) => localStorage.setItem('clearcut.settings', JSON.stringify(settings)), {
    recipe: { level: 'fine' },
  })
  await page.open(shippedStudio.url)
  await page.chooseFiles('input[type=file]', [fox])
  await stopAt(studio, 'Cutting out')
  // The next picture gets a worker that works.
  await studio.click('#export-tab')
  await studio.click('input[type=radio][value=fast]')
  await page.chooseFiles('input[type=file]', [resolve('public/samples/dropper-bottle.jpg')])
  await studio.waitForCount('li[data-state=done]', 1)
})
