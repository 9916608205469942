import type { CDPSession, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { hasFfmpeg, panningClip } from '#support/ffmpeg-in-node.ts'
import { expect, test } from '#support/studio-page.ts'
import { phone } from './both-devices.ts'
import {
  bottle,
  downloaded,
  fox,
  named,
  openStudio,
  pick,
  plant,
  rows,
  settled,
  stage,
} from './studio-flow.ts'

/** How a person works the page; each counts what it does. */
type Hand = {
  readonly use: (target: Locator) => Promise<void>
  /** Draws once around a box, in fractions of the stage, with the lasso in hand. */
  readonly drawAround: (page: Page) => Promise<void>
  readonly count: () => number
}

const corners = [
  [0.3, 0.25],
  [0.7, 0.25],
  [0.7, 0.75],
  [0.3, 0.75],
] as const

const onStage = async (page: Page) => {
  const box = await stage(page).boundingBox()
  if (!box) throw new Error('There is no stage')
  return corners.map(([x, y]) => ({ x: box.x + x * box.width, y: box.y + y * box.height }))
}

const mouse = (): Hand => {
  let clicks = 0
  return {
    use: async (target) => {
      clicks += 1
      await target.click()
    },
    drawAround: async (page) => {
      clicks += 1
      const [first, ...others] = await onStage(page)
      await page.mouse.move(first?.x ?? 0, first?.y ?? 0)
      await page.mouse.down()
      for (const { x, y } of others) await page.mouse.move(x, y, { steps: 4 })
      await page.mouse.up()
    },
    count: () => clicks,
  }
}

const finger = (): Hand => {
  let taps = 0
  const touch = (session: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', points: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points as { x: number; y: number }[] })
  return {
    use: async (target) => {
      taps += 1
      await target.tap()
    },
    drawAround: async (page) => {
      taps += 1
      const session = await page.context().newCDPSession(page)
      const [first, ...others] = await onStage(page)
      await touch(session, 'touchStart', [first ?? {}])
      for (const point of others) await touch(session, 'touchMove', [point])
      await touch(session, 'touchEnd', [])
    },
    count: () => taps,
  }
}

/** Tab to a control or its group, arrows within a group, then Space: nothing is focused by a script. */
const keyboard = (): Hand => {
  let keys = 0
  const press = async (page: Page, key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  return {
    use: async (target) => {
      const page = target.page()
      const before = keys
      const where = () =>
        target.evaluate((element) => {
          const control = element.closest('label')?.control ?? element.querySelector('input') ?? element
          const { activeElement: now } = document
          const group = control instanceof HTMLInputElement && control.type === 'radio' ? control.name : null
          if (now === control) return 'here'
          return group !== null && now instanceof HTMLInputElement && now.name === group ? 'in group' : 'away'
        })
      for (let at = await where(); at !== 'here'; at = await where()) {
        if (keys > before + 90) throw new Error('It is not reached by Tab')
        await press(page, at === 'in group' ? 'ArrowRight' : 'Tab')
      }
      const isRadio = await page.evaluate(() => document.activeElement?.matches('input[type=radio]:checked'))
      if (!isRadio) await press(page, 'Space')
    },
    drawAround: async (page) => {
      // From the tool to the picture, where the crosshair stands in the middle.
      const picture = page.locator('[data-edited-picture]')
      while (!(await picture.evaluate((element) => element === document.activeElement)))
        await press(page, 'Shift+Tab')
      const path = ['Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown'] as const
      for (const [side, key] of path.entries()) {
        for (let step = 0; step < (side < 2 ? 1 : 2); step++) await press(page, key)
        await press(page, 'Enter')
      }
      await press(page, 'Enter')
    },
    count: () => keys,
  }
}

type Place = { readonly isPhone: boolean; readonly hand: () => Hand }

const three = () => [named(fox, 'fox.jpg'), named(bottle, 'bottle.jpg'), named(plant, 'plant.jpg')]

/** Each is done on a page of its own, and gives how many clicks, taps or keys it took after the files were opened. */
const jobs = {
  'three pictures with three looks': async (page: Page, hand: Hand, { isPhone }: Place) => {
    await pick(page, three())
    await expect(rows(page, 'done')).toHaveCount(3)
    if (isPhone) await hand.use(page.getByRole('button', { name: 'Background', exact: true }))
    const recipe = page.getByRole('complementary', { name: 'Recipe' })
    await hand.use(recipe.getByText('This picture', { exact: true }))
    await hand.use(recipe.getByText('Product', { exact: true }))
    for (const [name, look] of [
      ['bottle', 'Sticker'],
      ['plant', 'White'],
    ] as const) {
      await hand.use(page.getByRole('button', { name: new RegExp(`^${name}\\.jpg`) }))
      await hand.use(recipe.getByText(look, { exact: true }))
    }
    const save = page.getByRole('button', { name: /^Save all/ }).first()
    const { bytes } = await downloaded(page, () => hand.use(save))
    const text = bytes.toString('latin1')
    for (const name of ['fox', 'bottle', 'plant']) expect(text.includes(`${name}.png`)).toBe(true)
  },
  'a review of two in doubt': async (page: Page, hand: Hand) => {
    // The tiny network is unsure of the fox.
    await pick(page, [named(fox, 'a.jpg'), named(plant, 'b.jpg'), named(fox, 'c.jpg')])
    await expect(rows(page, 'done')).toHaveCount(3)
    await expect(page.getByText('to go')).toHaveCount(0)
    await hand.use(page.getByRole('button', { name: 'Review results', exact: true }))
    const keep = page.getByRole('button', { name: /^Keep .*jpg$/ })
    await expect(keep).toHaveCount(3)
    await expect(page.getByRole('button', { name: '2 need a look' })).toBeVisible()
    for (const button of await keep.all()) if (await isInDoubt(button)) await hand.use(button)
    await expect(page.getByRole('button', { name: /a look$/ })).toHaveCount(0)
  },
  'a wrong subject': async (page: Page, hand: Hand) => {
    await pick(page, named(fox, 'fox.jpg'))
    await settled(page)
    await hand.use(page.getByRole('radio', { name: 'Lasso' }).locator('..'))
    await hand.drawAround(page)
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled()
  },
  'a clip to WebM': async (page: Page, hand: Hand) => {
    const clip = panningClip({ frames: 12, width: 160, height: 120 })
    await pick(page, { name: 'clip.mp4', mimeType: 'video/mp4', buffer: clip })
    await hand.use(page.getByRole('button', { name: /^Make WebM/ }))
    await page.locator('[data-testid=viewer][data-state=done]').waitFor()
    const save = page.getByRole('button', { name: 'Save WebM' })
    const { name } = await downloaded(page, () => hand.use(save))
    expect(name).toBe('clip.webm')
  },
  'an ID photo': async (page: Page, hand: Hand, { isPhone }: Place) => {
    await pick(page, named(fox, 'fox.jpg'))
    await settled(page)
    if (isPhone) await hand.use(page.getByRole('button', { name: 'Background', exact: true }))
    const looks = page.getByRole('tabpanel', { name: 'Background', exact: true })
    await hand.use(looks.getByText('ID photo', { exact: true }))
    await settled(page)
    const { bytes } = await downloaded(page, () => hand.use(page.getByRole('button', { name: 'Save PNG' })))
    const { width, height } = await sharp(bytes).metadata()
    expect(width / height).toBeCloseTo(35 / 45, 2)
  },
} as const

const isInDoubt = (keep: Locator) =>
  keep.evaluate((button) => button.closest('[role=gridcell]')?.textContent?.includes('Needs a look') ?? false)

const work = async (page: Page, place: Place) => {
  const counts: Record<string, number> = {}
  for (const [name, job] of Object.entries(jobs)) {
    if (name === 'a clip to WebM' && !hasFfmpeg) continue
    await test.step(name, async () => {
      const hand = place.hand()
      await openStudio(page, { keepsList: false, video: { level: 'fast', size: 'preview' } })
      await job(page, hand, place)
      counts[name] = hand.count()
    })
  }
  return counts
}

test('five jobs take few clicks', async ({ page }) => {
  expect(await work(page, { isPhone: false, hand: mouse })).toEqual({
    'three pictures with three looks': 7,
    'a review of two in doubt': 3,
    'a wrong subject': 2,
    'a clip to WebM': 2,
    'an ID photo': 2,
  })
})

test('five jobs need no mouse', async ({ page }) => {
  const counts = await work(page, { isPhone: false, hand: keyboard })
  // Far more than by shortcuts: this goes all the way by Tab.
  for (const [job, keys] of Object.entries(counts)) expect(keys, job).toBeLessThan(200)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('five jobs take few taps', async ({ page }) => {
    expect(await work(page, { isPhone: true, hand: finger })).toEqual({
      'three pictures with three looks': 8,
      'a review of two in doubt': 3,
      'a wrong subject': 2,
      'a clip to WebM': 2,
      'an ID photo': 3,
    })
  })
})
