import type { CDPSession, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '#support/studio-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { downloaded, openStudio, openTab, pick, rows, settled, stage, startOver } from './studio-flow.ts'

test.use({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'allow' })

/** A dark square, which the tiny network takes for the subject, and a dim one beside it, which it does not. */
const twoSquares = async (name = 'squares.png', dim = 200, side = 100) => {
  const square = (left: number, grey: number) => ({
    input: {
      create: { width: side, height: side, channels: 3 as const, background: { r: grey, g: grey, b: grey } },
    },
    left,
    top: 100,
  })
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#f0f0f0' } })
  const buffer = await picture
    .composite([square(60, 10), square(240, dim)])
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

const places = { dark: [0.275, 0.5], dim: [0.725, 0.5], ground: [0.5, 0.15] } as const
type Place = readonly [x: number, y: number]

const picture = (page: Page) => page.getByLabel('Picture', { exact: true })
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Edit', exact: true })
const choose = (page: Page, tool: string) => toolbar(page).getByRole('radio', { name: tool }).check()
const button = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true })

/** The shown result has every edit. */
const worked = (page: Page) => expect(picture(page)).toHaveAttribute('aria-busy', 'false')

/** The alpha of the shown result at a place given in fractions of the picture, 0 to 255. */
const alphaAt = (page: Page, [x, y]: Place) =>
  stage(page)
    .locator('img[alt$="background removed"]')
    .evaluate(
      (image: HTMLImageElement, at) => {
        const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
        const context = canvas.getContext('2d')
        context?.drawImage(image, 0, 0)
        const pixel = [Math.floor(at.x * canvas.width), Math.floor(at.y * canvas.height)] as const
        return context?.getImageData(...pixel, 1, 1).data[3] ?? -1
      },
      { x, y },
    )
const expectKept = (page: Page, at: Place) => expect.poll(() => alphaAt(page, at)).toBeGreaterThan(200)
const expectGone = (page: Page, at: Place) => expect.poll(() => alphaAt(page, at)).toBeLessThan(50)

/** A place of the picture on the screen. */
async function onScreen(page: Page, [x, y]: Place) {
  const box = await picture(page).boundingBox()
  if (!box) throw new Error('the picture is not on the screen')
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}

async function drag(page: Page, places: readonly Place[], button: 'left' | 'right' = 'left'): Promise<void> {
  const points = await Promise.all(places.map((place) => onScreen(page, place)))
  const [first] = points
  if (!first) return
  await page.mouse.move(first.x, first.y)
  await page.mouse.down({ button })
  for (const { x, y } of points) await page.mouse.move(x, y, { steps: 5 })
  await page.mouse.up({ button })
}

async function openSquares(page: Page): Promise<void> {
  await openStudio(page)
  await pick(page, await twoSquares())
  await expect(rows(page, 'done')).toHaveCount(1)
  await settled(page)
}

const announced = (page: Page, text: string | RegExp) =>
  expect(page.getByTestId('announcements')).toContainText(text)

/** From 30 px to the left of a place to 30 px to the right of it. */
const across = ([x, y]: Place): readonly Place[] => [
  [x - 0.075, y],
  [x + 0.075, y],
]

test('a mouse mends a result with every tool', async ({ page, consoleErrors }) => {
  await openSquares(page)
  await expectKept(page, places.dark)
  await expectGone(page, places.dim)

  await test.step('brushes', async () => {
    await choose(page, 'Brush to keep')
    await toolbar(page).getByRole('slider', { name: 'Brush size' }).fill('60')
    await drag(page, across(places.dim))
    await worked(page)
    await expectKept(page, places.dim)
    await announced(page, /Kept, \d+ % of the picture/)
    await choose(page, 'Brush to remove')
    await drag(page, across(places.dark))
    await worked(page)
    await expectGone(page, places.dark)
    // The second button does the opposite.
    await drag(page, across(places.dark), 'right')
    await worked(page)
    await expectKept(page, places.dark)
  })
  await test.step('undo and redo', async () => {
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Control+z')
    await worked(page)
    await expectGone(page, places.dim)
    await expect(button(page, 'Undo')).toBeDisabled()
    await page.keyboard.press('Control+y')
    await page.keyboard.press('Control+Shift+Z')
    await worked(page)
    await expectGone(page, places.dark)
    await button(page, 'Reset edits').click()
    await worked(page)
    await expectKept(page, places.dark)
    await expectGone(page, places.dim)
  })
  await test.step('clicks', async () => {
    await choose(page, 'Click to remove')
    const at = await onScreen(page, places.dark)
    await page.mouse.click(at.x, at.y)
    await worked(page)
    await expectGone(page, places.dark)
    await page.keyboard.press('x')
    const beside = await onScreen(page, places.dim)
    await page.mouse.click(beside.x, beside.y)
    await worked(page)
    await expectKept(page, places.dim)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await worked(page)
    await expectKept(page, places.dark)
    await expectGone(page, places.dim)
  })
  await test.step('lasso', async () => {
    await choose(page, 'Lasso')
    await drag(page, [
      [0.55, 0.25],
      [0.9, 0.25],
      [0.9, 0.75],
      [0.55, 0.75],
    ])
    await worked(page)
    await expectKept(page, places.dim)
  })
  await test.step('refine hair, edge shift and feather', async () => {
    await choose(page, 'Refine hair')
    await drag(page, [
      [0.15, 0.34],
      [0.4, 0.34],
    ])
    await worked(page)
    await announced(page, /Refined|Nothing changed/)
    const corner: Place = [0.16, 0.5]
    const before = await alphaAt(page, corner)
    const edges = toolbar(page).getByRole('button', { name: 'Edges' })
    await edges.click()
    await expectAccessible(page, 'the values of the edges')
    await toolbar(page).getByRole('slider', { name: 'Edge shift' }).fill('-10')
    await worked(page)
    await expect.poll(() => alphaAt(page, corner)).toBeLessThan(before)
    await toolbar(page).getByRole('slider', { name: 'Feather' }).fill('8')
    await worked(page)
    await expect.poll(() => alphaAt(page, [0.145, 0.5])).toBeGreaterThan(0)
    await edges.click()
    await expect(toolbar(page).getByRole('slider', { name: 'Feather' })).toBeHidden()
  })
  await test.step('the saved file has the edits, at any setting', async () => {
    await page.keyboard.press('Escape')
    await expect(toolbar(page).getByRole('radio', { checked: true })).toHaveCount(0)
    await openTab(page, 'Export')
    await page.getByText('Mask', { exact: true }).click()
    await settled(page)
    const { bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
    const { data, info } = await sharp(bytes).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
    const greyAt = ([x, y]: Place) =>
      data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)]
    expect(greyAt(places.dim)).toBeGreaterThan(200)
    expect(greyAt(places.ground)).toBe(0)
  })
  expect(consoleErrors).toEqual([])
})

test('brushes work on the composed picture', async ({ page, consoleErrors }) => {
  await openSquares(page)
  // A white square around the subject, which lies in the left half of its picture.
  await page.getByText('Product', { exact: true }).click()
  await settled(page)
  const whole = await picture(page).boundingBox()
  await choose(page, 'Brush to remove')
  await expect(page.getByTestId('composed')).toBeVisible()
  const edited = await picture(page).boundingBox()
  expect(edited?.width).toBeCloseTo(whole?.width ?? 0, 0)
  expect(edited?.height).toBeCloseTo(edited?.width ?? 0, 0)
  /** The alpha of the subject as it is drawn in the middle of the stage, 0 to 255. */
  const drawnAlpha = () =>
    page
      .getByTestId('edit-surface')
      .locator('canvas')
      .first()
      .evaluate(
        (canvas: HTMLCanvasElement) =>
          canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3],
      )
  await expect.poll(drawnAlpha).toBe(255)
  const from = await onScreen(page, [0.3, 0.5])
  const to = await onScreen(page, [0.7, 0.5])
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await expect.poll(drawnAlpha).toBeLessThan(50)
  await page.mouse.up()
  await worked(page)
  await expectGone(page, places.dark)
  await page.keyboard.press('x')
  await drag(page, [
    [0.3, 0.5],
    [0.7, 0.5],
  ])
  await worked(page)
  await expectKept(page, places.dark)

  await test.step('as a matte it is the whole picture', async () => {
    await page.getByText('Matte', { exact: true }).click()
    await expect(page.getByTestId('composed')).toHaveCount(0)
    await expect
      .poll(async () => {
        const box = await picture(page).boundingBox()
        return box && box.width / box.height
      })
      .toBeCloseTo(4 / 3, 1)
    await page.getByText('Result', { exact: true }).click()
    await expect(page.getByTestId('composed')).toBeVisible()
  })
  await expectAccessible(page, 'an edited composition')
  expect(consoleErrors).toEqual([])
})

/** The box of what a click would take, in fractions of the picture. */
async function outlined(page: Page) {
  const outline = await page.getByTestId('click-outline').locator('path').first().boundingBox()
  const box = await picture(page).boundingBox()
  if (!outline || !box) return null
  return {
    left: (outline.x - box.x) / box.width,
    right: (outline.x + outline.width - box.x) / box.width,
    top: (outline.y - box.y) / box.height,
    bottom: (outline.y + outline.height - box.y) / box.height,
  }
}
/** The dark square is from 60 to 160 of 400 pixels across, and from 100 to 200 of 300 down. */
const expectDarkOutlined = (page: Page) =>
  expect
    .poll(async () => {
      const box = await outlined(page)
      if (!box) return 'none'
      const isNear = (value: number, wanted: number) => Math.abs(value - wanted) < 0.03
      return (
        isNear(box.left, 0.15) &&
        isNear(box.right, 0.4) &&
        isNear(box.top, 1 / 3) &&
        isNear(box.bottom, 2 / 3)
      )
    })
    .toBe(true)

test('what a click would take is outlined, for mouse and keyboard', async ({ page }) => {
  await openSquares(page)
  await choose(page, 'Click to remove')
  const { x, y } = await onScreen(page, [0.2, 0.4])
  await page.mouse.move(x, y)
  await expectDarkOutlined(page)
  await page.mouse.move(5, 5)
  await expect(page.getByTestId('click-outline')).toHaveCount(0)
  await picture(page).focus()
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('Shift+ArrowLeft')
  await expectDarkOutlined(page)
  await page.keyboard.press('Enter')
  await worked(page)
  await expectGone(page, places.dark)
  await page.keyboard.press('Control+z')
  await worked(page)
  await expectDarkOutlined(page)

  await test.step('of a result in doubt other cut-outs are offered, for mouse and keyboard', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await pick(page, await twoSquares('haze.png', 128, 130))
    await expect(rows(page, 'done')).toHaveCount(2)
    await page.getByRole('button', { name: /^haze\.png/ }).click()
    await settled(page)
    // The hazy square, 130 of 400 pixels across, is where a look is needed.
    const place = page.getByRole('img', { name: 'half see-through on the right' })
    await expect(place).toHaveText('Half see-through here')
    const [whole, box] = await Promise.all(
      [picture(page), place.locator('rect').first()].map((each) => each.boundingBox()),
    )
    expect((box?.width ?? 0) / (whole?.width ?? 1)).toBeCloseTo(130 / 400, 1)
    await page.keyboard.press('d')
    await expect(place).toHaveCount(0)
    await announced(page, 'What is in doubt is not outlined')
    await page.getByRole('button', { name: 'Outline what is in doubt', pressed: false }).click()
    await expect(place).toBeVisible()
    await announced(page, 'Outlined: half see-through on the right')
    const offered = page.getByRole('region', { name: 'Did you mean this?' })
    await expect(offered).toBeVisible()
    await announced(page, 'may be meant')
    const taken = offered.getByRole('button', { pressed: true })
    // The hazy square alone, both squares whole, and the sure one alone.
    await offered.getByRole('button', { name: 'Take cut-out 2' }).click()
    await settled(page)
    await announced(page, 'Cut-out 2 taken')
    await expect(taken).toHaveAccessibleName('Take cut-out 2')
    await expectKept(page, places.dim)
    await page.keyboard.press('Control+z')
    await expect(taken).toHaveCount(0)
    await page.keyboard.press('3')
    await expect(taken).toHaveAccessibleName('Take cut-out 3')
    await expectGone(page, places.dim)
    await expectKept(page, places.dark)
    await page.keyboard.press('2')
    await expect(taken).toHaveAccessibleName('Take cut-out 2')
    await expectKept(page, places.dim)
    await offered.getByRole('button', { name: 'Hide other cut-outs' }).click()
    await expect(offered).toHaveCount(0)
  })
})

/** The names of buttons and sliders about the picture that reach over the panels beside it. */
const controlsOutside = (page: Page) =>
  stage(page).evaluate((viewer) => {
    const column = viewer.getBoundingClientRect()
    const controls = [...(viewer.parentElement?.querySelectorAll('input, button') ?? [])]
    return controls
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect()
        return width > 0 && (left < column.left || right > column.right)
      })
      .map((control) => control.ariaLabel ?? control.textContent)
  })

test('the keyboard alone mends a result', async ({ page }) => {
  await openSquares(page)
  await page.keyboard.press('b')
  await expect(picture(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toolbar(page).getByRole('radio', { name: 'Brush to keep', checked: true })).toBeFocused()
  await toolbar(page).getByRole('radio', { name: 'Brush to remove' }).focus()
  await page.keyboard.press('Space')
  await picture(page).focus()
  // From the middle of the picture to the dark square, and a stroke across it.
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('Shift+ArrowLeft')
  await expect(page.getByTestId('crosshair')).toBeVisible()
  await page.keyboard.press(']')
  await announced(page, 'Brush of 48 px')
  await page.keyboard.down('Space')
  for (let count = 0; count < 2; count += 1) await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.up('Space')
  await worked(page)
  await announced(page, /Removed, [\d.]+ % of the picture/)
  await expectGone(page, places.dark)
  await page.keyboard.press('Control+z')
  await announced(page, 'Undone')
  await worked(page)
  await expectKept(page, places.dark)

  await page.keyboard.press('x')
  await announced(page, 'Brush to keep chosen')
  await page.keyboard.press('Enter')
  await worked(page)
  await expect(button(page, 'Undo')).toBeEnabled()
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect.poll(() => controlsOutside(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(toolbar(page).getByRole('radio', { name: 'Brush to keep', checked: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toolbar(page).getByRole('radio', { checked: true })).toHaveCount(0)
})

test('edits survive other settings and a reload, and are copied', async ({ page }) => {
  await openSquares(page)
  await choose(page, 'Brush to keep')
  await toolbar(page).getByRole('slider', { name: 'Brush size' }).fill('60')
  await drag(page, across(places.dim))
  await worked(page)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await openTab(page, 'Export')
  // For clips only.
  await expect(page.getByText('Fine', { exact: true })).toHaveCount(0)
  await page.getByText('Fast', { exact: true }).click()
  await page.getByText('WebP', { exact: true }).click()
  await settled(page)
  await expectKept(page, places.dim)

  await test.step('another picture', async () => {
    await pick(page, { ...(await twoSquares('other.png')), buffer: await recoded() })
    await expect(rows(page, 'done')).toHaveCount(2)
    // The new one is shown, since nothing else was open.
    await page.getByRole('button', { name: /^squares\.png/ }).click()
    await button(page, 'Copy edits to…').click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'other.png' }).check()
    await page.getByRole('button', { name: 'Copy edits', exact: true }).click()
    await page.getByRole('button', { name: /^other\.png/ }).click()
    await worked(page)
    await expectKept(page, places.dim)
  })
  await test.step('a later visit, begun right after a stroke', async () => {
    await page.getByRole('button', { name: /^squares\.png/ }).click()
    await worked(page)
    await choose(page, 'Brush to keep')
    await drag(page, across(places.dim))
    await page.reload()
    await startOver(page)
    await pick(page, await twoSquares('renamed.png'))
    await expect(rows(page, 'done')).toHaveCount(1)
    await expect(page.getByText('2 edits', { exact: true })).toBeVisible()
    await worked(page)
    await expectKept(page, places.dim)
    await button(page, 'Undo').click()
    await expect(button(page, 'Redo')).toBeEnabled()
  })
})

/** The same picture in another file. */
const recoded = async () =>
  sharp((await twoSquares()).buffer)
    .png({ compressionLevel: 1 })
    .toBuffer()

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  const touch = async (
    client: CDPSession,
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: readonly { x: number; y: number }[],
  ) => client.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] })

  test('one finger draws below a loupe, two fingers zoom', async ({ page, context }) => {
    await openSquares(page)
    const client = await context.newCDPSession(page)
    await choose(page, 'Brush to keep')
    const idle = (await picture(page).boundingBox())?.width ?? 0
    expect(idle).toBeGreaterThan(350)
    const line = await Promise.all(across(places.dim).map((place) => onScreen(page, place)))
    const [from, to] = line
    if (!from || !to) throw new Error('no line')
    await touch(client, 'touchStart', [from])
    await touch(client, 'touchMove', [to])
    await expect(page.getByTestId('loupe')).toBeVisible()
    await touch(client, 'touchEnd', [])
    await expect(page.getByTestId('loupe')).toBeHidden()
    await worked(page)
    await expectKept(page, places.dim)

    // Two fingers that move apart zoom, and draw nothing.
    const undo = button(page, 'Undo')
    await undo.click()
    await worked(page)
    await expect(undo).toBeDisabled()
    const apart = (by: number) => [
      { x: 195 - by, y: 400 },
      { x: 195 + by, y: 400 },
    ]
    await touch(client, 'touchStart', apart(30).slice(0, 1))
    await touch(client, 'touchStart', apart(30))
    await touch(client, 'touchMove', apart(60))
    await touch(client, 'touchMove', apart(90))
    await touch(client, 'touchEnd', [])
    expect((await picture(page).boundingBox())?.width ?? 0).toBeGreaterThan(1.5 * idle)
    await expect(undo).toBeDisabled()
  })
})
