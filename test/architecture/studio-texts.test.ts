import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { textsIn } from './studio-texts.ts'

const files = sourceFiles('src/studio').filter((file) => !file.startsWith('src/studio/messages/'))

test('the studio has no text for people outside of its catalogue', () => {
  expect(files.length).toBeGreaterThan(100)
  const outside = files.flatMap((file) => textsIn(file).map((text) => `${file}:${text}`))
  expect(outside).toEqual([])
})

test('a text is found between tags, in attributes and in literals', () => {
  const code = `
    const state = isDone ? 'Done' : 'Not done yet'
    const said = \`\${count} pictures taken out\`
    const Part = () => <p title={isOpen ? 'close' : undefined}>Cut <b>out</b></p>
    throw new ServiceError('validation_error', { details: { url: ['That is no link.'] } })`
  expect(textsIn('part.tsx', code)).toEqual([
    '2: Done',
    '2: Not done yet',
    '3: pictures taken out',
    '4: close',
    '4: Cut',
    '4: out',
    '5: That is no link.',
  ])
})

test('classes, selectors, keys and errors for developers are no texts', () => {
  const code = `
    import { thing } from './some thing.ts'
    const key = event.key === 'Enter' && element.matches('input, textarea')
    const Part = () => <p className="flex items-center" data-state="not done">{messages.app.title}</p>
    const look = { main: 'bg-lime text-on-lime font-semibold', plain: 'absolute inset-0' }
    throw new Error('useStudio outside of Providers')`
  expect(textsIn('part.tsx', code)).toEqual([])
})
