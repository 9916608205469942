import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSaver, type SaveAll, SaveAllContext } from '#studio/media/saver.ts'
import { ErrorBoundary } from '#studio/ui/error-boundary.tsx'

type Picture = { readonly name: string; readonly size: { readonly width: number } }

/** Reads its picture without a check, as every part of the page does. */
const Plate = ({ picture }: { readonly picture: Picture }) => (
  <p>{`${picture.name}: ${picture.size.width}`}</p>
)

const good: Picture = { name: 'good.png', size: { width: 40 } }
/** A state that no type allows. */
const broken = JSON.parse('{"name":"broken.png"}') as Picture

let root: Root
let box: HTMLElement
const text = () => box.textContent ?? ''
const press = (label: string) => {
  const button = [...box.querySelectorAll('button')].find((each) => each.textContent?.includes(label))
  return act(async () => button?.click())
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})

afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const saveAllOf = (results: number): SaveAll => {
  const saver = createSaver({ announce: () => {} })
  const saved = {
    text: `${results} files saved as clearcut.zip`,
    note: '1 picture without a result left out',
  }
  return {
    ...saver,
    count: () => results,
    start: () =>
      saver.start(
        { id: 'all', action: 'zip' },
        async () => saved,
        () => null,
      ),
  }
}

test('a picture that cannot be rendered replaces only its own part', async () => {
  await act(async () =>
    root.render(
      <SaveAllContext value={saveAllOf(2)}>
        <ErrorBoundary name="The list">
          <Plate picture={good} />
        </ErrorBoundary>
        <ErrorBoundary name="The viewer">
          <Plate picture={broken} />
        </ErrorBoundary>
      </SaveAllContext>,
    ),
  )
  expect(text()).toContain('good.png: 40')
  expect(text()).toContain('The viewer could not be shown')
  expect(text()).not.toContain('The list could not be shown')
  await press('Save 2 results')
  expect(text()).toContain('2 files saved as clearcut.zip. 1 picture without a result left out')
})

test('what was saved before a fault is not told after it', async () => {
  const saveAll = saveAllOf(2)
  await act(async () => saveAll.start())
  expect(saveAll.get().message?.text).toContain('2 files saved')
  await act(async () =>
    root.render(
      <SaveAllContext value={saveAll}>
        <ErrorBoundary name="The viewer">
          <Plate picture={broken} />
        </ErrorBoundary>
      </SaveAllContext>,
    ),
  )
  expect(text()).toContain('Save 2 results')
  expect(text()).not.toContain('files saved')
})

test('another picture is shown at once, the same one on request', async () => {
  const show = (picture: Picture) =>
    act(async () =>
      root.render(
        <SaveAllContext value={saveAllOf(0)}>
          <ErrorBoundary name="The viewer" resetKey={picture.name}>
            <Plate picture={picture} />
          </ErrorBoundary>
        </SaveAllContext>,
      ),
    )
  await show(broken)
  expect(text()).toContain('could not be shown')
  expect(text()).not.toContain('Save')
  await show(good)
  expect(text()).toBe('good.png: 40')
  await show(broken)
  expect(text()).toContain('could not be shown')
  await show({ ...good, name: 'broken.png' })
  expect(text()).toContain('could not be shown')
  await press('Show it again')
  expect(text()).toBe('broken.png: 40')
})

test('results can be saved even after the whole page has failed', async () => {
  await act(async () =>
    root.render(
      <SaveAllContext value={saveAllOf(1)}>
        <ErrorBoundary name="The studio" variant="main" className="h-dvh">
          <ErrorBoundary name="The viewer">
            <Plate picture={good} />
          </ErrorBoundary>
          <Plate picture={broken} />
        </ErrorBoundary>
      </SaveAllContext>,
    ),
  )
  expect(box.querySelector('main')?.textContent).toContain('The studio could not be shown')
  expect(text()).toContain('Your result is still here')
  await press('Save 1 result')
  expect(text()).toContain('1 files saved')
})
