import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import { App } from '#studio/app/app.tsx'
import { openStudio } from '#studio/app/open-studio.ts'
import { openWork } from '#studio/app/open-work.ts'
import { openImageKind } from '#studio/features/image/image-kind.tsx'
import { openVideoKind } from '#studio/features/video/video-kind.tsx'
import { openSettings } from '#studio/state/settings.ts'
import { openTheme } from '#studio/state/theme.ts'
import { eventually } from '#support/eventually.ts'
import { fakeBatches } from '#support/fake-batches.ts'
import { inMemoryService } from '#support/in-memory-service.ts'
import { memoryActivityLog } from '#support/memory-activity.ts'
import { textsOutsideCatalogue } from '#support/pseudo-locale.ts'

vi.mock('#studio/messages/first-messages.ts', async (original) => {
  const { firstMessages } = await original<typeof import('#studio/messages/first-messages.ts')>()
  const { toPseudoLocale } = await import('#support/pseudo-locale.ts')
  return { firstMessages: toPseudoLocale(firstMessages) }
})
vi.mock('#studio/messages/messages.ts', async (original) => {
  const { messages } = await original<typeof import('#studio/messages/messages.ts')>()
  const { toPseudoLocale } = await import('#support/pseudo-locale.ts')
  return { messages: toPseudoLocale(messages) }
})

/** The same in every language: names of formats and files, an error's code and its request. */
const names =
  /^(PNG|JPG|WebP|AVIF|JPEG XL|TIFF|PSD|WebAssembly|validation_error|(done|refused)\.png|large network)$/
const textsLeft = () => textsOutsideCatalogue(document.body).filter((text) => !names.test(text.trim()))

const service = inMemoryService({
  files: [
    { kind: 'network', name: 'large network', bytes: 88_000_000 },
    { kind: 'wasm', bytes: 12_000_000, isUnfinished: true },
  ],
  render: async (image) => {
    if (!(image instanceof File) || image.name !== 'refused.png')
      return { image, source: { width: 8, height: 8 } }
    throw new ServiceError('validation_error', {
      reason: 'result_side_too_long',
      params: { width: 20_000, height: 10, format: 'WebP', maxSide: 16_383 },
      fields: ['format'],
    })
  },
})
const problems = [{ reason: 'config_not_json', params: { file: 'config.json' } }] as const
const state = { address: null, from: null, keyIn: null, service: null, problems } as const

/** A white square. */
const picture = async (name: string) => {
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')?.fillRect(0, 0, 8, 8)
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' })
}

test('the page shows no text from outside of its catalogue', async () => {
  const complained = vi.spyOn(console, 'error')
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  root.render(
    <App
      studio={openStudio(
        {
          service,
          connection: {
            get: () => state,
            subscribe: () => () => {},
            connect: () => Promise.reject(),
            forget: () => {},
          },
          activityLog: memoryActivityLog(),
          settings: openSettings(() => localStorage),
          theme: openTheme(() => localStorage),
        },
        async () => (parts) => openWork(parts, [openImageKind, openVideoKind]),
        async () => fakeBatches(null).batches,
      )}
    />,
  )
  const press = async (label: RegExp) => {
    const buttons = () => [...document.querySelectorAll('button')]
    const find = () => buttons().find((each) => label.test(each.ariaLabel ?? each.textContent))
    await eventually(() => expect(find()).toBeDefined())
    find()?.click()
  }
  await eventually(() => expect(box.textContent).toContain('çöñƒîĝ.ĵšöñ'))
  expect(textsLeft()).toEqual([])

  await press(/^Öñ ţĥîš/)
  await eventually(() => expect(document.body.textContent).toContain('large network'))
  expect(textsLeft()).toEqual([])

  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const transfer = new DataTransfer()
  for (const name of ['done.png', 'refused.png']) transfer.items.add(await picture(name))
  if (input) input.files = transfer.files
  input?.dispatchEvent(new Event('change', { bubbles: true }))
  await eventually(() => expect(document.querySelector('li[data-state=done]')).not.toBeNull())
  await eventually(() => expect(document.querySelector('li[data-state=failed]')).not.toBeNull())
  // The settings are a script of their own.
  await eventually(() => expect(document.body.textContent).toContain('AVIF'))
  expect(textsLeft()).toEqual([])
  // React names misuse of hooks there, such as of parts that load later.
  expect(complained.mock.calls).toEqual([])
  root.unmount()
  box.remove()
})
