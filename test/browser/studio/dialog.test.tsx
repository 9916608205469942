import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Dialog } from '#studio/ui/dialog.tsx'

let open = () => {}

function Page() {
  const [isOpen, setIsOpen] = useState(false)
  open = () => flushSync(() => setIsOpen(true))
  return (
    <Dialog title="Settings" open={isOpen} onClose={() => setIsOpen(false)}>
      <p>Text</p>
    </Dialog>
  )
}

test('a dialog opens again by a key that follows Esc at once', async () => {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  flushSync(() => root.render(<Page />))
  open()
  const dialog = box.querySelector('dialog')
  const isOpen = () => dialog?.open
  expect(isOpen()).toBe(true)
  dialog?.addEventListener('cancel', () => queueMicrotask(open), { once: true })
  const closed = new Promise((resolve) => dialog?.addEventListener('close', resolve, { once: true }))
  await userEvent.keyboard('{Escape}')
  await closed
  await expect.poll(isOpen).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(isOpen).toBe(false)
  root.unmount()
  box.remove()
})
