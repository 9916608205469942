import type { Page } from '@playwright/test'
import { expect, test } from '#support/studio-page.ts'
import { unzip } from '#support/unzip.ts'
import { expectAccessible } from './expect-accessible.ts'
import { downloaded, fox, named, openStudio, pick, plant, rows, settled, stage } from './studio-flow.ts'

/** From now on a property of the browser throws when it is read or set, until `mend` is called. */
async function breakProperty(page: Page, owner: 'window' | 'navigator' | 'document', name: string) {
  await page.evaluate(
    ({ owner, name }) => {
      const fail = () => {
        throw new TypeError(`${name} is broken`)
      }
      Object.defineProperty({ window, navigator, document }[owner], name, {
        configurable: true,
        get: fail,
        set: fail,
      })
    },
    { owner, name },
  )
}

const mendProperty = (page: Page, owner: 'navigator' | 'document', name: string) =>
  page.evaluate(({ owner, name }) => Reflect.deleteProperty({ navigator, document }[owner], name), {
    owner,
    name,
  })

/** Does something while the window is as narrow as a phone's. */
async function onPhone(page: Page, act: () => Promise<void>): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 844 })
  await act()
  await page.setViewportSize({ width, height })
}

const fault = (page: Page, name: string) => page.getByRole('region', { name: `${name} could not be shown` })

test('a broken bar, viewer or page keeps its pictures and recovers', async ({ page }) => {
  await openStudio(page)
  await test.step('the bar is shown again', async () => {
    const theme = await page.getByRole('button', { name: /^Theme/ }).elementHandle()
    await breakProperty(page, 'document', 'documentElement')
    await theme?.evaluate((button) => (button as HTMLElement).click())
    await expect(page.getByRole('alert')).toContainText('The bar at the top could not be shown')
    await mendProperty(page, 'document', 'documentElement')
    await expectAccessible(page, 'bar, broken')
    await page.getByRole('button', { name: 'Show it again' }).click()
    await expect(page.getByRole('button', { name: 'On this device' })).toBeVisible()
  })
  await pick(page, named(fox, 'fox.jpg'))
  await expect(rows(page, 'done')).toHaveCount(1)

  await test.step('the work of a broken page goes on, and it is shown again', async () => {
    await breakProperty(page, 'document', 'title')
    await pick(page, named(plant, 'plant.jpg'))
    await expect(fault(page, 'The page')).toBeVisible()
    // The work goes on while the page shows the error.
    await expect(fault(page, 'The page').getByRole('button', { name: 'Save 2 results' })).toBeVisible()
    await expectAccessible(page, 'page, broken')
    await onPhone(page, () => expectAccessible(page, 'page on a phone, broken'))
    await mendProperty(page, 'document', 'title')
    await fault(page, 'The page').getByRole('button', { name: 'Show it again' }).click()
    await expect(rows(page, 'done')).toHaveCount(2)
    // All was done when it was opened, so it is shown.
    await expect(stage(page).getByAltText('plant.jpg, background removed')).toBeVisible()
  })
  await test.step('a broken viewer leaves the list, the settings and the results', async () => {
    await settled(page)
    await breakProperty(page, 'window', 'devicePixelRatio')
    await page.getByRole('button', { name: /^fox\.jpg/ }).click()
    await expect(fault(page, 'The viewer')).toBeVisible()
    await expectAccessible(page, 'viewer, broken')
    await onPhone(page, () => expectAccessible(page, 'viewer on a phone, broken'))
    await expect(page.getByRole('button', { name: 'Save PNG' })).toBeEnabled()

    const { name, bytes } = await downloaded(page, () =>
      fault(page, 'The viewer').getByRole('button', { name: 'Save 2 results' }).click(),
    )
    expect(name).toBe('clearcut.zip')
    expect(unzip(bytes).map(({ name }) => name)).toEqual(['fox.png', 'plant.png'])
    await expect(fault(page, 'The viewer')).toContainText('2 files saved as clearcut.zip')

    await page.getByRole('button', { name: 'Clear all' }).first().click()
    await expect(fault(page, 'The viewer')).toBeHidden()
  })
})

test('a typo in config.json is shown and can be dismissed', async ({ page }) => {
  await page.route('**/config.json', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{ "base": "https://api.example.com/v1" ' }),
  )
  await openStudio(page)
  await expect(page.getByText(/^config\.json is no JSON.*ignored\.$/)).toBeVisible()
  await expectAccessible(page, 'a broken config')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText(/^config\.json is no JSON/)).toBeHidden()
})

test('a link shows its progress, and Cancel ends it', async ({ page, foreignRequests }) => {
  await page.addInitScript(() => {
    const { fetch } = window
    let sent = 0
    const endless = (signal?: AbortSignal | null) =>
      new ReadableStream({
        start: (controller) =>
          signal?.addEventListener('abort', () => {
            document.documentElement.setAttribute('data-aborted', '')
            controller.error(signal.reason)
          }),
        pull: async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, 50))
          if (sent === 0)
            controller.enqueue(Uint8Array.from([0, 0, 0, 32, 102, 116, 121, 112, 105, 115, 111, 109]))
          sent += 400_000
          controller.enqueue(new Uint8Array(400_000))
        },
      })
    window.fetch = async (input, init) => {
      if (!String(input).startsWith('https://films.example/')) return fetch(input, init)
      const body = endless(init?.signal)
      return new Response(body, { headers: { 'Content-Length': '40000000', 'Content-Type': 'video/mp4' } })
    }
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStudio(page)
  await page.getByLabel('Link to a picture or video').fill('https://films.example/clip.mp4')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^[1-9]\d* of 40 MB$/)).toBeVisible()
  await expectAccessible(page, 'link on its way')
  await page.getByRole('button', { name: 'Cancel fetching from films.example' }).click()
  await expect(page.getByText(/of 40 MB$/)).toBeHidden()
  await expect(page.getByLabel('Link to a picture or video')).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-aborted', '')
  expect(foreignRequests).toEqual([])
})
