import sharp from 'sharp'
import { hasFfmpeg, panningClip, probeFile, rgbOfFrames } from '#support/ffmpeg-in-node.ts'
import { expect, test } from '#support/studio-page.ts'
import { expectAccessible } from './expect-accessible.ts'
import {
  downloaded,
  fox,
  openStudio,
  openTab,
  pick,
  plant,
  row,
  rows,
  settled,
  stage,
} from './studio-flow.ts'

const pixelsOf = async (file: Buffer) => {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  /** The colour at a place that is given as a share of both sides. */
  const at = (x: number, y: number) => {
    const i = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 4
    return [...data.subarray(i, i + 4)]
  }
  return { data, info, at }
}

test('gradient, blurred photo, picture, shadow and outline reach the saved file', async ({ page }) => {
  await openStudio(page)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  const recipe = page.getByRole('complementary', { name: 'Recipe' })
  const saved = async () => {
    await settled(page)
    return pixelsOf(
      (await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())).bytes,
    )
  }
  const plain = await saved()

  await recipe.getByText('Gradient', { exact: true }).click()
  await recipe.getByRole('textbox', { name: /^First colour: hex/ }).fill('#ff0000')
  await recipe.getByRole('textbox', { name: /^Last colour: hex/ }).fill('#0000ff')
  const gradient = await saved()
  await expect(stage(page)).toHaveAttribute('data-reused', 'true')
  // From top to bottom, wherever the subject is not.
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const alpha = (plain.at(x, y)[3] ?? 0) / 255
    expect(gradient.at(x, y)[3]).toBe(255)
    if (alpha === 0) expect(gradient.at(x, y)).toEqual(y === 0 ? [255, 0, 0, 255] : [0, 0, 255, 255])
  }

  await recipe.getByText('Blurred', { exact: true }).click()
  const blurred = await saved()
  const opaque = blurred.data.filter((value, i) => i % 4 === 3 && value === 255).length
  expect(opaque).toBe(blurred.info.width * blurred.info.height)
  expect(blurred.data.equals(gradient.data)).toBe(false)

  await recipe.getByText('Own picture', { exact: true }).click()
  await recipe.locator('input[type=file]').setInputFiles({
    name: 'green.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00ff00' } })
      .png()
      .toBuffer(),
  })
  const pictured = await saved()
  const clear = [...Array(plain.data.length / 4).keys()].filter((i) => plain.data[i * 4 + 3] === 0)
  expect(clear.length).toBeGreaterThan(0)
  for (const i of [clear[0], clear[Math.floor(clear.length / 2)], clear.at(-1)])
    expect([...pictured.data.subarray((i ?? 0) * 4, (i ?? 0) * 4 + 4)]).toEqual([0, 255, 0, 255])

  await recipe.getByText('Transparent', { exact: true }).click()
  await recipe.getByText('Outline', { exact: true }).click()
  const outlined = await saved()
  const filled = (picture: typeof plain) =>
    picture.data.filter((value, i) => i % 4 === 3 && value > 127).length
  expect(filled(outlined)).toBeGreaterThan(filled(plain))
  await recipe.getByText('Shadow', { exact: true }).click()
  const strength = recipe.getByRole('slider', { name: 'Shadow strength' })
  await strength.focus()
  await strength.press('End')
  const shadowed = await saved()
  expect(filled(shadowed)).toBeGreaterThan(filled(outlined))
  await expectAccessible(page, 'background, shadow and outline')

  // After a reload the picture is composed in the same way, and so is one that comes then.
  await page.reload()
  await expect(rows(page, 'done')).toHaveCount(1)
  await expect(strength).toHaveValue('1')
  await page.locator('input[type=file]').first().setInputFiles(plant)
  await expect(rows(page, 'done')).toHaveCount(2)
  await expect(recipe.getByRole('switch', { name: 'Shadow', exact: true })).toBeChecked()
  await expect(strength).toHaveValue('1')
})

test('the file and the stage show the background of a clip', async ({ page }) => {
  test.skip(
    !hasFfmpeg,
    'The clip is made, and the result decoded, by an ffmpeg of this machine; there is none.',
  )
  await openStudio(page, { video: { level: 'fast', size: 'preview' } })
  await pick(page, {
    name: 'clip.mp4',
    mimeType: 'video/mp4',
    buffer: panningClip({ frames: 6, width: 160, height: 120 }),
  })
  const recipe = page.getByRole('complementary', { name: 'Recipe' })
  await openTab(page, 'Export')
  await recipe.getByText('Everywhere', { exact: true }).click()
  await openTab(page, 'Background')
  await recipe.getByText('Gradient', { exact: true }).click()
  await recipe.getByRole('textbox', { name: /^First colour: hex/ }).fill('#ff0000')
  await recipe.getByRole('textbox', { name: /^Last colour: hex/ }).fill('#0000ff')
  await page.getByRole('button', { name: /^Make / }).click()
  const viewer = (state: string) => page.locator(`[data-testid=viewer][data-state=${state}]`)
  await expect(viewer('done')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save MP4', exact: true })
  const { bytes } = await downloaded(page, () => save.click())
  const frames = rgbOfFrames(bytes, 64, 48)
  expect(frames.length).toBe(6 * 64 * 48 * 3)
  for (let frame = 0; frame < 6; frame++) {
    const top = frames.subarray(frame * 64 * 48 * 3)
    const [red = 0, , blue = 0] = top
    expect(red - blue).toBeGreaterThan(180)
    const corner = (48 * 64 - 1) * 3
    expect((top[corner + 2] ?? 0) - (top[corner] ?? 0)).toBeGreaterThan(180)
  }

  // What the panel says next is shown on the stage at once, and made only when it is asked for.
  await expect(page.getByTestId('composed')).toHaveCount(0)
  await recipe.getByText('Outline', { exact: true }).click()
  await expect(page.getByTestId('composed')).toBeVisible()
  const make = page.getByRole('button', { name: 'Make MP4 again' })
  // The green button is the one for what the stage shows.
  await expect(make).toHaveClass(/bg-lime/)
  await expect(save).not.toHaveClass(/bg-lime/)
  await recipe.getByRole('switch', { name: 'Outline' }).press('Space')
  await expect(page.getByTestId('composed')).toHaveCount(0)

  await test.step('the handles lie around the subject', async () => {
    await openTab(page, 'Size')
    await recipe.getByText('Place the subject').click()
    const handles = page.getByRole('application', { name: 'Place of the subject' })
    const shareOf = async () => {
      const [box, all] = [
        await handles.boundingBox(),
        await page.getByRole('group', { name: 'Picture' }).boundingBox(),
      ]
      return [(box?.width ?? 0) / (all?.width ?? 1), (box?.height ?? 0) / (all?.height ?? 1)]
    }
    await expect.poll(shareOf).toEqual([expect.closeTo(1, 1), expect.closeTo(0.96, 1)])
    await recipe.getByText('Place the subject').click()
  })
  await expectAccessible(page, 'background of a clip')

  await test.step('the keyboard alone chooses a canvas', async () => {
    await openTab(page, 'Size')
    await recipe.getByRole('radio', { name: 'Portrait' }).press('Space')
    await expect(recipe.getByRole('radio', { name: 'Portrait' })).toBeChecked()
  })

  await test.step('a canvas shapes the stage at once, and the next file', async () => {
    const picture = page.getByRole('group', { name: 'Picture' })
    const ratioShown = async () => {
      const { width, height } = (await picture.boundingBox()) ?? { width: 1, height: 1 }
      return width / height
    }
    await expect.poll(ratioShown).toBeCloseTo(4 / 5, 1)
    await recipe.getByRole('radio', { name: 'Portrait' }).press('ArrowLeft')
    await expect(recipe.getByRole('radio', { name: 'Square' })).toBeChecked()
    await expect.poll(ratioShown).toBeCloseTo(1, 1)
    await make.click()
    await expect(make).toBeHidden()
    await expect(viewer('done')).toBeVisible()
    const square = probeFile((await downloaded(page, () => save.click())).bytes).streams[0]
    expect(square?.width).toBe(square?.height)
    expect(Number(square?.nb_read_frames)).toBe(6)
    await expect.poll(ratioShown).toBeCloseTo(1, 1)
  })
})

test('keys and the mouse place the subject; a marketplace canvas centres it', async ({ page }) => {
  await openStudio(page)
  await pick(page, fox)
  await expect(rows(page, 'done')).toHaveCount(1)
  // The result is uncertain: its other cut-outs have the keys of the views until they are hidden.
  await page.getByRole('button', { name: 'Hide other cut-outs' }).click()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const recipe = page.getByRole('complementary', { name: 'Recipe' })
  const saved = async () => {
    await settled(page)
    const { bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
    const { data, info } = await pixelsOf(bytes)
    const columns = Array.from({ length: info.width }, (_, x) => {
      let alpha = 0
      for (let y = 0; y < info.height; y++) alpha += data[(y * info.width + x) * 4 + 3] ?? 0
      return alpha
    })
    const all = columns.reduce((sum, each) => sum + each, 0)
    const middle = columns.reduce((sum, each, x) => sum + each * x, 0) / all / info.width
    return { ...info, area: all / 255, middle, corner: [...data.subarray(0, 4)] }
  }
  await page.keyboard.press('1')
  const before = await saved()
  await openTab(page, 'Size')
  await recipe.getByText('Place the subject').click()
  const handles = page.getByRole('application', { name: 'Place of the subject' })
  await handles.focus()
  for (let i = 0; i < 15; i++) await page.keyboard.press('-')
  for (let i = 0; i < 2; i++) await page.keyboard.press('Shift+ArrowRight')
  const smaller = await saved()
  expect(smaller.width).toBe(before.width)
  expect(smaller.area / before.area).toBeGreaterThan(0.45)
  expect(smaller.area / before.area).toBeLessThan(0.65)

  const box = await handles.boundingBox()
  if (!box) throw new Error('no handles')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2, { steps: 3 })
  // Esc puts back what is dragged, and does nothing else.
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect((await handles.boundingBox())?.x).toBeCloseTo(box.x, 0)
  await expect(page.getByRole('radio', { name: 'Result' })).toBeChecked()
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 120, box.y + box.height / 2, { steps: 3 })
  await page.mouse.up()
  expect((await saved()).middle).toBeLessThan(smaller.middle - 0.02)
  await page.keyboard.press('Control+z')
  expect((await saved()).middle).toBeCloseTo(smaller.middle, 2)
  await page.keyboard.press('Control+Shift+Z')
  expect((await saved()).middle).toBeLessThan(smaller.middle - 0.02)
  await page.keyboard.press('2')
  const divider = page.getByRole('slider', { name: 'Divider between before and after' })
  await expect(divider).toHaveAttribute('aria-valuenow', '50')
  const placed = await handles.boundingBox()
  const knob = await divider.boundingBox()
  if (!placed || !knob) throw new Error('no handles or no divider')
  // Beside the divider the subject is dragged, as close as it may be; on it, the divider.
  const beside = knob.x + knob.width / 2 - 12
  const dragAt = async (x: number, y: number, by: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + by, y, { steps: 3 })
    await page.mouse.up()
  }
  // Far enough from the middle of the picture, where it snaps in.
  await dragAt(beside, placed.y + placed.height / 4, -45)
  await expect(divider).toHaveAttribute('aria-valuenow', '50')
  expect((await handles.boundingBox())?.x).toBeCloseTo(placed.x - 45, 0)
  await dragAt(knob.x + knob.width / 2, placed.y + placed.height / 4, -40)
  await expect(divider).not.toHaveAttribute('aria-valuenow', '50')
  expect((await handles.boundingBox())?.x).toBeCloseTo(placed.x - 45, 0)
  await page.keyboard.press('1')
  await expectAccessible(page, 'a subject that is placed')
  // Only the panel scrolls, however long it is.
  const hidden = await page
    .locator('main > :first-child')
    .evaluate((main) => main.scrollHeight - main.clientHeight)
  expect(hidden).toBe(0)

  await recipe.getByText('Marketplace', { exact: true }).click()
  const product = await saved()
  expect(product.width).toBe(product.height)
  expect(product.corner).toEqual([255, 255, 255, 255])
  await expect(handles).toHaveCount(0)

  const guide = page.getByRole('img', { name: 'Where the head goes' })
  await recipe.getByRole('tabpanel').getByText('ID photo', { exact: true }).click()
  await expect(guide).toHaveCount(0)
  await recipe.getByText('Place the subject').click()
  await expect(guide).toBeVisible()
})

test('keys choose looks, tabs and ways to save; every tab fits', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openStudio(page)
  await pick(page, [fox, plant])
  await expect(rows(page, 'done')).toHaveCount(2)
  const looks = page.getByRole('group', { name: 'Looks' })
  // Each tile shows the cut-out.
  await expect(looks.locator('img').first()).toBeVisible()

  await test.step('arrows choose a look, which shapes the file', async () => {
    await looks.getByRole('radio', { name: 'Story 9:16' }).press('ArrowRight')
    await expect(looks.getByRole('radio', { name: 'ID photo' })).toBeChecked()
    await settled(page)
    const { bytes } = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
    const { info, at } = await pixelsOf(bytes)
    expect(info.width / info.height).toBeCloseTo(35 / 45, 2)
    expect(at(0, 0)).toEqual([0xe9, 0xe9, 0xe7, 255])
  })
  await test.step('a drag turns and lengthens the shadow', async () => {
    await looks.getByText('Floor', { exact: true }).click()
    await expect(page.getByRole('radio', { name: 'Soft', exact: true })).toBeChecked()
    await page.getByTestId('shadow-pad').click({ position: { x: 70, y: 36 } })
    await expect(page.getByRole('slider', { name: 'Shadow angle' })).toHaveValue('90')
    await expect(page.getByRole('slider', { name: 'Shadow distance' })).toHaveValue('0.285')
  })
  await test.step('no tab scrolls', async () => {
    for (const name of ['Background', 'Size', 'Export']) {
      const panel = page.getByRole('tabpanel', { name, exact: true })
      await expect(panel).toBeVisible()
      const room = await panel.evaluate((all) => {
        const { scrollHeight = 1, clientHeight = 0 } = all.parentElement ?? {}
        return clientHeight - scrollHeight
      })
      expect(room).toBe(0)
      await expectAccessible(page, `the tab ${name}`)
      await page.getByRole('tab', { name }).press('ArrowRight')
    }
    await expect(page.getByRole('tab', { name: 'Background' })).toBeFocused()
  })
  await test.step('the tab that was chosen is kept, for clips and after a reload', async () => {
    const size = page.getByRole('tab', { name: 'Size' })
    await size.click()
    await pick(page, 'public/samples/plush-fox.webm')
    await row(page, 'plush-fox.webm').click()
    await expect(page.locator('[data-testid=viewer][data-state=ready]')).toBeVisible()
    await expect(size).toHaveAttribute('aria-selected', 'true')
    await page.reload()
    await expect(size).toHaveAttribute('aria-selected', 'true')
    await row(page, 'plush-fox.jpg').click()
    await settled(page)
  })
  await test.step('Story has the pixels of its name', async () => {
    await page.getByRole('radio', { name: 'Story', exact: true }).check({ force: true })
    await settled(page)
    const story = await downloaded(page, () => page.getByRole('button', { name: 'Save PNG' }).click())
    expect(await sharp(story.bytes).metadata()).toMatchObject({ width: 1080, height: 1920 })
  })
  await test.step('the menu beside Save has the other formats', async () => {
    const more = page.getByRole('button', { name: 'Other ways to save' })
    await more.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Save JPG' })).toBeFocused()
    await expectAccessible(page, 'other ways to save')
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
    await expect(page.getByRole('menu')).toBeHidden()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    const webp = await downloaded(page, () => page.keyboard.press('Enter'))
    expect(webp.name).toMatch(/\.webp$/)
    // The settings stay.
    await expect(page.getByRole('button', { name: 'Save PNG' })).toBeEnabled()
  })
})
