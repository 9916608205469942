import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tinyStudio } from '#support/built-studio.ts'
import { hasFfmpeg } from '#support/ffmpeg-in-node.ts'
import { type EngineStudio, enginesOnly, expect, test } from './engine-test.ts'
import { clipOf } from './video-clips.ts'

test.skip(!hasFfmpeg, 'Clips are made by an ffmpeg of this machine; there is none.')

const fox = 'public/samples/plush-fox.jpg'

/** Cuts out a photo, then opens a clip and starts its job. The caller waits for what becomes of it. */
const cutOutBoth = async (studio: EngineStudio): Promise<void> => {
  const { name, bytes } = clipOf('WebM, VP8')
  const clip = join(tmpdir(), name)
  await writeFile(clip, bytes)
  await studio.page.open(tinyStudio.url)
  await studio.page.chooseFiles('input[type=file]', [fox])
  await studio.waitForCount('li[data-state=done]', 1)
  await studio.page.chooseFiles('input[type=file]', [clip])
  await studio.waitForCount('li[data-state]', 2)
  await studio.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('li[data-state] button')]
    rows.find(({ textContent }) => textContent?.includes('vp8.webm'))?.click()
  }, null)
  const start = () =>
    studio.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')]
      const found = buttons.find(
        (button) => button.textContent?.trim().startsWith('Make ') && button.ariaDisabled !== 'true',
      )
      found?.click()
      return found !== undefined
    }, null)
  await expect.poll(start).toBe(true)
}

test('a private window cuts out a photo and a clip', { tag: enginesOnly }, async ({ engine, openWith }) => {
  test.skip(engine !== 'firefox', 'All other tests of this engine are in a private window already.')
  const studio = await openWith('private')
  await cutOutBoth(studio)
  await studio.waitForCount('li[data-state=done]', 2)
})

test('a browser that stores nothing cuts out photos, and explains videos', {
  tag: enginesOnly,
}, async ({ engine, openWith }) => {
  test.skip(engine === 'webkit', 'MiniBrowser has no setting that refuses storage.')
  const studio = await openWith('refused')
  await cutOutBoth(studio)
  await studio.waitForCount('li[data-state=failed]', 1)
  const said = await studio.evaluate(() => document.querySelector('main')?.textContent ?? '', null)
  expect(said).toContain('this browser lets this page store nothing')
})
