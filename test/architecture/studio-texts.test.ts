import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { sentencesIn, textsIn } from './studio-texts.ts'

/** Files below the page with sentences of their own, and why. */
const ownSentences: Readonly<Record<string, string>> = {
  'src/contract/error-codes.ts': 'the English of the API',
  'src/contract/reason-messages.ts': 'the English of the API',
  'src/contract/request-messages.ts': 'the English of the API',
  'src/contract/service-messages.ts': 'the English of the API',
  'src/contract/unread-pictures.ts': 'the English of the API',
  'src/contract/job.ts': 'messages of a schema that are not shown',
  'src/contract/content-policy.ts': 'the values of a header',
  'src/service/remote/upload-transport.ts': 'a document without text',
  'src/codecs/video/read/track-facts.ts': 'names of formats',
  'src/codecs/video/ffmpeg/ffmpeg-core.ts': 'what ffmpeg said, for the details of an error',
  'src/channel/worker-link.ts': 'what the browser said, for the details of an error',
  'src/matting/self-test.ts': 'what the self-test found, for support',
  'src/codecs/video/write/frame-sequence.ts':
    'a text file in a ZIP, which stays English wherever it is opened',
}

const files = sourceFiles('src/studio').filter((file) => !file.startsWith('src/studio/messages/'))

test('the studio has no text for people outside of its catalogue', () => {
  expect(files.length).toBeGreaterThan(100)
  const outside = files.flatMap((file) => textsIn(file).map((text) => `${file}:${text}`))
  expect(outside).toEqual([])
})

test('layers below the page give reasons instead of sentences', () => {
  const below = [...sourceFiles('src'), ...sourceFiles('workers')].filter(
    (file) => !/^src\/(studio|build)\//.test(file) || file === 'src/build/studio-documents.ts',
  )
  expect(below.length).toBeGreaterThan(150)
  const outside = below
    .filter((file) => !Object.hasOwn(ownSentences, file))
    .flatMap((file) => sentencesIn(file).map((text) => `${file}:${text}`))
  expect(outside).toEqual([])
})

test('a sentence below the page is found, details for support are not', () => {
  const code = `
    const dropped = failure ?? (isBroken ? 'Parts of the sound are silent.' : null)
    notes.push(\`\${name} took over from \${other}: \${cause}.\`)
    throw new ServiceError('validation_error', { details: { url: ['That is no link.'] } })
    throw new ServiceError('internal_server_error', { details: 'Frames and mattes do not match.' })
    const unit = 'MB'`
  expect(sentencesIn('part.ts', code)).toEqual([
    '2: Parts of the sound are silent.',
    '3: took over from',
    '4: That is no link.',
  ])
})

test('index.html has no text of its own', () => {
  const html = readFileSync('index.html', 'utf8')
  const between = html.replaceAll(/<[^>]*>/g, ' ').split(/\s+/)
  const described = /name="description" content="([^"]*)"/.exec(html)?.[1]
  expect([...between.filter((word) => word !== ''), described]).toEqual([
    '%TITLE%',
    '%NO_SCRIPT%',
    '%DESCRIPTION%',
  ])
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

test('classes, styles, selectors, keys and errors for developers are no texts', () => {
  const code = `
    import { thing } from './some thing.ts'
    const key = event.key === 'Enter' && element.matches('input, textarea')
    const Part = () => <p className="flex items-center" data-state="not done">{messages.app.title}</p>
    const style = { transform: \`translate3d(\${x}px, \${y}px, 0)\` }
    const look = { main: 'bg-lime text-on-lime font-semibold', plain: 'absolute inset-0' }
    throw new Error('useStudio outside of Providers')`
  expect(textsIn('part.tsx', code)).toEqual([])
})
