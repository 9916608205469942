import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { laterPart } from '#base/later-part.ts'
import { Later } from '#studio/ui/later.tsx'

const Greeting = ({ name }: { readonly name: string }) => <p>{`Hello ${name}`}</p>

const Farewell = ({ name }: { readonly name: string }) => <p>{`Bye ${name}`}</p>

const page = document.createElement('div')
document.body.append(page)
let root = createRoot(page)
afterEach(() => {
  root.unmount()
  root = createRoot(page)
})

test('a part is shown when its script is there, then at once', async () => {
  const load = vi.fn(async () => Greeting)
  const part = laterPart(load)
  root.render(<Later part={part} props={{ name: 'one' }} />)
  await expect.poll(() => page.textContent).toBe('Hello one')
  root.render(<Later key="other" part={part} props={{ name: 'two' }} />)
  await expect.poll(() => page.textContent).toBe('Hello two')
  expect(load).toHaveBeenCalledTimes(1)
})

test('a script that fails at once is a fault, and loads later', async () => {
  const load = vi.fn(async () => Greeting)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const part = laterPart(load)
  root.unmount()
  const onUncaughtError = vi.fn()
  root = createRoot(page, { onUncaughtError })
  root.render(<Later part={part} props={{ name: 'one' }} />)
  await expect.poll(() => onUncaughtError.mock.calls.length).toBe(1)
  root.render(<Later part={part} props={{ name: 'two' }} />)
  await expect.poll(() => page.textContent).toBe('Hello two')
})

test('another part in its place is another component', async () => {
  const [one, two] = [laterPart(async () => Greeting), laterPart(async () => Farewell)]
  root.render(<Later part={one} props={{ name: 'one' }} />)
  await expect.poll(() => page.textContent).toBe('Hello one')
  root.render(<Later part={two} props={{ name: 'one' }} />)
  await expect.poll(() => page.textContent).toBe('Bye one')
})
