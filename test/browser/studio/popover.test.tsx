import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { leavingCommands } from '#studio/app/shared-commands.ts'
import { useCommands } from '#studio/keyboard/use-commands.ts'
import { createModes, isIn } from '#studio/state/modes.ts'
import { useStudio } from '#studio/state/use-studio.ts'
import { Popover } from '#studio/ui/popover.tsx'
import { inMemoryService } from '#support/in-memory-service.ts'
import { renderInStudio, studioParts } from '#support/render-in-studio.tsx'

let modes = createModes()

function Page() {
  modes = useStudio().modes
  useCommands(leavingCommands({ ...studioParts(inMemoryService()), modes }))
  return (
    <Popover label="Backdrop" name="Backdrop" buttonClass="">
      <input type="checkbox" />
    </Popover>
  )
}

test('Esc closes what a button opened before it leaves anything', async () => {
  const { box, remove } = await renderInStudio(<Page />, inMemoryService())
  modes.enter({ name: 'grid' })
  const isOpen = () => box.querySelector('fieldset')?.matches(':popover-open')
  box.querySelector('button')?.click()
  await expect.poll(() => modes.get().path.length).toBe(2)
  expect(isOpen()).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(isOpen).toBe(false)
  expect(isIn(modes.get(), 'grid')).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(isIn(modes.get(), 'grid')).toBe(false)
  await remove()
})

test('Esc at once after the button closed it leaves the mode', async () => {
  const { box, remove } = await renderInStudio(<Page />, inMemoryService())
  modes.enter({ name: 'grid' })
  const button = box.querySelector('button')
  button?.click()
  await expect.poll(() => modes.get().path.length).toBe(2)
  button?.click()
  // What React does at once; an event follows later.
  await Promise.resolve()
  expect(modes.get().path.map(({ name }) => name)).toEqual(['grid'])
  await remove()
})
