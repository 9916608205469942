import sharp from 'sharp'
import { shippedNetwork } from '#support/built-studio.ts'
import { samplePhoto } from '#support/image-api-in-page.ts'
import { expect, test } from '../support/studio-page.ts'
import { openStudio } from './studio-flow.ts'

/** Pictures that the studio has not seen, so that the network has to run. */
const unseenPhotos = async () => {
  const turned = (angle: number) => sharp(samplePhoto).rotate(angle).jpeg().toBuffer()
  const file = async (name: string, buffer: Promise<Buffer>) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await buffer,
  })
  return {
    first: await file('first.jpg', turned(0)),
    second: await file('second.jpg', turned(90)),
    third: await file('third.jpg', turned(180)),
  }
}

test('Cancel ends a running network at once; the next picture downloads nothing', {
  tag: shippedNetwork,
}, async ({ page, context }) => {
  const modelRequests: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.includes('/models/')) modelRequests.push(request.url())
  })
  const { first, second, third } = await unseenPhotos()
  const row = (name: string) => page.locator('li[data-state]').filter({ hasText: name })
  await openStudio(page)
  const input = page.locator('input[type=file]').first()
  await input.setInputFiles(first)
  await expect(row('first.jpg')).toHaveAttribute('data-state', 'done')
  expect(modelRequests.length).toBeGreaterThan(0)
  modelRequests.length = 0

  // The page itself presses the button in the middle of the run and measures the time.
  const cancelling = page.evaluate(async () => {
    const rowThat = (state: string, words = '') =>
      [...document.querySelectorAll<HTMLElement>(`li[data-state="${state}"]`)].find((item) =>
        item.textContent?.includes(words),
      )
    const shown = (state: string, words?: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!rowThat(state, words)) return
          observer.disconnect()
          resolve()
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        look()
      })
    await shown('working', 'Cutting out')
    await new Promise((resolve) => setTimeout(resolve, 100))
    const cutting = rowThat('working', 'Cutting out')
    const start = performance.now()
    cutting?.querySelector<HTMLElement>('button[aria-label^="Stop "]')?.click()
    await shown('cancelled')
    const tookMs = performance.now() - start

    const said = new Set<string>()
    new MutationObserver(() => {
      said.add(rowThat('working')?.textContent ?? '')
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    Object.assign(globalThis, { saidSince: () => [...said].join('; ') })
    return { wasCutting: cutting !== undefined, tookMs }
  })
  await input.setInputFiles(second)
  const { wasCutting, tookMs } = await cancelling
  test.info().annotations.push({ type: 'cancelled after', description: `${Math.round(tookMs)} ms` })
  expect(wasCutting).toBe(true)
  expect(tookMs).toBeLessThan(300)

  // The next picture and the cancelled one both come through, with the model that is there.
  await input.setInputFiles(third)
  await expect(row('third.jpg')).toHaveAttribute('data-state', 'done')
  await row('second.jpg').getByRole('button', { name: 'Try second.jpg again' }).click()
  await expect(row('second.jpg')).toHaveAttribute('data-state', 'done')
  expect(modelRequests).toEqual([])
  const said: unknown = await page.evaluate('saidSince()')
  expect(said).toContain('Cutting out')
  expect(said).not.toContain('Getting the model')
})
