import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '#support/studio-page.ts'
import { unzip } from '#support/unzip.ts'
import { expectAccessible } from './expect-accessible.ts'
import { bottle, fox, named, openStudio, pick, plant, stage, transferOf } from './studio-flow.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Recipes' })
const card = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name, exact: true })
const noted = (page: Page) => page.getByTestId('announcements')

/** Opens three pictures and waits for their results. */
const openThree = async (page: Page) => {
  await pick(page, [named(fox, 'fox.jpg'), named(bottle, 'bottle.jpg'), named(plant, 'plant.jpg')])
  await expect(page.getByText('to go')).toHaveCount(0)
  await expect(stage(page)).toBeVisible()
}

test('a recipe is saved, used by key, exported and imported by keyboard', async ({ page }) => {
  await openStudio(page)
  await openThree(page)

  await test.step('the settings are saved under a name', async () => {
    await page.getByRole('radio', { name: 'White' }).check({ force: true })
    await page.keyboard.press('r')
    await dialog(page).getByRole('button', { name: 'Save these settings' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await page.keyboard.type('Shop')
    await page.keyboard.press('Enter')
    await expect(card(page, 'Shop')).toBeChecked()
    await expect(dialog(page)).toContainText('Changes 0 of 3')
    await expectAccessible(page, 'recipes')
  })
  const file = join(tmpdir(), 'Shop.clearcut-recipe.json')
  await test.step('it is exported as JSON', async () => {
    const download = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Export' }).press('Enter')
    const saved = await download
    expect(saved.suggestedFilename()).toBe('Shop.clearcut-recipe.json')
    await saved.saveAs(file)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      kind: 'clearcut-recipe',
      version: 1,
      name: 'Shop',
      settings: { background: '#ffffff' },
    })
  })
  await test.step('a ready-made one says what it changes, and is undone in one step', async () => {
    await card(page, 'Shop').press(' ')
    await card(page, 'Green screen').press(' ')
    await expect(dialog(page)).toContainText('Changes 3 of 3')
    await dialog(page).getByRole('button', { name: 'Apply' }).press('Enter')
    await expect(noted(page)).toContainText('Green screen applied to 3 pictures')
    await expect(page.getByRole('radio', { name: 'White' })).not.toBeChecked()
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('radio', { name: 'White' })).toBeChecked()
  })
  await test.step('after a reload, its key in the grid applies it to all that are chosen', async () => {
    await page.reload()
    await expect(stage(page)).toBeVisible()
    await page.getByRole('radio', { name: 'Transparent' }).check({ force: true })
    const chosen = page.getByRole('gridcell', { selected: true })
    // A key that is pressed before the list has its commands does nothing.
    await expect(async () => {
      if (!(await chosen.isVisible())) await page.keyboard.press('g')
      await expect(chosen).toBeFocused({ timeout: 5000 })
    }).toPass()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('1')
    await expect(noted(page)).toContainText('Shop applied to 3 pictures')
    await page.keyboard.press('g')
    await expect(page.getByRole('radio', { name: 'White' })).toBeChecked()
  })
  await test.step('it is deleted, put back, and comes again by a drop', async () => {
    await page.keyboard.press('r')
    await card(page, 'Shop').press(' ')
    await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(card(page, 'Shop')).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(card(page, 'Shop')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    const transfer = await transferOf(page, file, 'Shop.clearcut-recipe.json')
    for (const type of ['dragenter', 'dragover', 'drop'])
      await page.locator('body').dispatchEvent(type, { dataTransfer: transfer })
    await expect(card(page, 'Shop')).toHaveCount(2)
    await expect(noted(page)).toContainText('Recipe Shop added')
  })
  await test.step('what cannot be used is refused by the name of the field', async () => {
    const broken = join(tmpdir(), 'broken.clearcut-recipe.json')
    const json = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(broken, JSON.stringify({ ...json, settings: { ...json.settings, padding: 9 } }))
    await dialog(page).getByLabel('Import a file').setInputFiles(broken)
    await expect(dialog(page)).toContainText('settings.padding')
  })
})

test('a recipe in the address asks before it is used', async ({ page }) => {
  const recipe = { kind: 'clearcut-recipe', version: 1, name: 'Linked', settings: { background: '#00ff00' } }
  await openStudio(page, {}, `./#recipe=${Buffer.from(JSON.stringify(recipe)).toString('base64url')}`)
  await expect(dialog(page)).toContainText('The address has the recipe Linked')
  expect(new URL(page.url()).hash).toBe('')
  await dialog(page).getByRole('button', { name: 'Use for the next files' }).click()
  await pick(page, named(fox, 'fox.jpg'))
  await expect(page.getByRole('radio', { name: 'Colour', exact: true })).toBeChecked()
})

test('each picture is saved with every chosen recipe', async ({ page }) => {
  await openStudio(page)
  await openThree(page)
  await page.keyboard.press('r')
  await card(page, 'WhatsApp sticker').press(' ')
  await card(page, 'Green screen').press(' ')
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Save 6 files' }).click()
  const files = unzip(readFileSync(await (await download).path()))
  expect(files.map(({ name }) => name).sort()).toEqual(
    ['bottle', 'fox', 'plant'].flatMap((name) => [
      `${name}-Green screen.png`,
      `${name}-WhatsApp sticker.webp`,
    ]),
  )
  const sticker = files.find(({ name }) => name === 'fox-WhatsApp sticker.webp')
  expect(await sharp(sticker?.read()).metadata()).toMatchObject({
    format: 'webp',
    width: 512,
    height: 512,
    hasAlpha: true,
  })
})

test('backgrounds of one size and type stay two', async ({ page }) => {
  const recipeOf = async (name: string, background: string) => {
    // Uncompressed, so that both files have the same size.
    const wall = sharp({ create: { width: 32, height: 32, channels: 3, background } })
    const png = await wall.png({ compressionLevel: 0 }).toBuffer()
    const composition = { background: { kind: 'picture', fit: 'cover' }, shadow: null, outline: null }
    const json = {
      kind: 'clearcut-recipe',
      version: 1,
      name,
      settings: { format: 'png', composition },
      picture: {
        type: 'image/png',
        base64: png.toString('base64'),
        sha256: createHash('sha256').update(png).digest('hex'),
      },
    }
    return { name: `${name}.clearcut-recipe.json`, mimeType: 'application/json', text: JSON.stringify(json) }
  }
  const recipes = [await recipeOf('Red', '#ff0000'), await recipeOf('Blue', '#0000ff')]
  expect(recipes[0]?.text.length).toBe((recipes[1]?.text.length ?? 0) - 1)
  await openStudio(page)
  await pick(page, named(fox, 'fox.jpg'))
  await expect(stage(page)).toBeVisible()
  await page.keyboard.press('r')
  const files = recipes.map(({ text, ...file }) => ({ ...file, buffer: Buffer.from(text) }))
  await dialog(page).getByLabel('Import a file').setInputFiles(files)
  await card(page, 'Red').press(' ')
  await dialog(page).getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(noted(page)).toContainText('Red applied')
  await page.keyboard.press('r')
  await card(page, 'Blue').press(' ')
  await expect(dialog(page)).toContainText('Changes 1 of 1')
  await card(page, 'Red').press(' ')
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Save 2 files' }).click()
  const saved = unzip(readFileSync(await (await download).path()))
  const cornerOf = async (name: string) => {
    const file = saved.find((each) => each.name === name)
    return [...(await sharp(file?.read()).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer())]
  }
  expect((await cornerOf('fox-Red.png')).slice(0, 3)).toEqual([255, 0, 0])
  expect((await cornerOf('fox-Blue.png')).slice(0, 3)).toEqual([0, 0, 255])
})
