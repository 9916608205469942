import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errorPageHtml, helpOf, manifestWithTexts, withTexts } from '#build/studio-documents.ts'
import { errorCodes } from '#contract/error-codes.ts'
import { documentTexts } from '#studio/messages/document-texts.ts'

const page = errorPageHtml()
const style = await readFile(new URL('../../../public/errors.css', import.meta.url), 'utf8')

test.each(Object.entries(errorCodes))(
  'D-50: the error page explains %s and names its status',
  (code, { status }) => {
    const section = page.split(`<section id="${code}">`)[1]?.split('</section>')[0] ?? ''
    expect(section).toContain(`<code>${code}</code> · status ${status}`)
    expect(section).toContain('What to do:')
    expect(page).toContain(`href="#${code}"`)
  },
)

test('the error page explains no code that the contract does not have', () => {
  const explained = [...page.matchAll(/<section id="(\w+)">/g)].map(([, code]) => code)
  expect(explained.sort()).toEqual(Object.keys(errorCodes).sort())
})

test('a code without its own explanation is explained by its message', () => {
  expect(helpOf('job_not_found').remedy).toBe(documentTexts.errorPage.help.job_not_found.remedy)
  expect(helpOf('missing_image', {})).toEqual({
    title: 'There is no image in the request',
    cause: 'There is no image in the request.',
    remedy: 'Send a JPEG, PNG or WebP file in the form field image_file, as multipart/form-data.',
  })
})

test('index.html gets its texts from the catalogue', async () => {
  const html = await readFile(new URL('../../../index.html', import.meta.url), 'utf8')
  const { title, description, noScript } = documentTexts.page
  const filled = withTexts(html)
  expect(filled).toContain(`<title>${title}</title>`)
  expect(filled).toContain(`<meta name="description" content="${description}" />`)
  expect(filled).toContain(`<noscript>${noScript}</noscript>`)
  expect(filled.match(/%[A-Z_]+%/g)).toEqual(['%META_POLICY%'])
})

test('the web app manifest gets its name and description from the catalogue', () => {
  const manifest: unknown = JSON.parse(manifestWithTexts('public'))
  expect(manifest).toMatchObject({ ...documentTexts.manifest, start_url: './', display: 'standalone' })
})

test('the error page needs no script and no other origin', () => {
  expect(page).not.toMatch(/(src|href)="(https?:)?\/\//)
  expect(page).not.toContain('<script')
  expect(style).not.toContain('url(')
  expect(style).toContain('light-dark(')
})
