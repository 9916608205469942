import { act } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { VideoExportPanel } from '#studio/features/video/recipe/video-export-panel.tsx'
import { eventually } from '#support/eventually.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { renderInStudio } from '#support/render-in-studio.tsx'

test('a format without an encoder cannot be chosen and tells why', async () => {
  const service = inMemoryService({ video: { writableFormats: ['webm', 'mov', 'gif'] } })
  const { box, remove } = await renderInStudio(<VideoExportPanel />, service)
  const choice = (format: string) => {
    const input = box.querySelector<HTMLInputElement>(`input[value="${format}"]`)
    if (!input) throw new Error(`${format} is not offered`)
    return input
  }
  const reasonOf = (format: string) =>
    document.getElementById(choice(format).getAttribute('aria-describedby') ?? '')?.textContent
  await eventually(async () => {
    await act(async () => {})
    expect(choice('mp4').getAttribute('aria-disabled')).toBe('true')
  })
  expect(reasonOf('mp4')).toMatch(/no encoder for H\.264\. What works here: WebM, MOV,? and GIF\./)
  for (const format of ['webm', 'mov', 'gif'])
    expect(choice(format).hasAttribute('aria-disabled')).toBe(false)

  await act(async () => choice('gif').click())
  expect(choice('gif').checked).toBe(true)
  // The arrow keys reach the format, and choose nothing.
  choice('gif').focus()
  await act(async () => userEvent.keyboard('{ArrowDown}'))
  expect(document.activeElement).toBe(choice('mp4'))
  expect(choice('gif').checked).toBe(true)
  await remove()
})
