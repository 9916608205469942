import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Collection } from '#studio/items/collection.tsx'

test('a grid has all its columns before it is first seen', () => {
  const box = document.createElement('div')
  box.style.width = '500px'
  document.body.append(box)
  const root = createRoot(box)
  flushSync(() =>
    root.render(
      <Collection label="Tiles" count={12} columnPx={100} onMove={() => {}} boxClass="">
        {(at) => <div key={at} style={{ height: 20 }} />}
      </Collection>,
    ),
  )
  expect(box.querySelector('[role=grid]')?.ariaColCount).toBe('5')
  root.unmount()
  box.remove()
})
