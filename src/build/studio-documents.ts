import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type ErrorCode, errorCodes, isErrorCode } from '#contract/error-codes.ts'
import { errorPage, ServiceError } from '#contract/service-error.ts'
import { documentTexts, type ErrorHelp } from '#studio/messages/document-texts.ts'
import { requestPath } from './request-path.ts'

/**
 * Inserts the texts of the catalogue into `index.html` and `manifest.webmanifest`; adds `errors.html`, which explains
 * every error code, and `404.html` to a build. In development serves them.
 */
export const studioDocuments = (): Plugin => {
  let publicDir = ''
  let base = '/'
  return {
    name: 'studio-documents',
    transformIndexHtml: { order: 'pre', handler: withTexts },
    configureServer: ({ config, middlewares }) => {
      middlewares.use((request, response, next) => {
        const pathname = requestPath(request.url)
        const answer = (type: string, text: string) => {
          response.setHeader('Content-Type', `${type}; charset=utf-8`)
          response.end(text)
        }
        if (pathname === `${config.base}${errorPage}`) return answer('text/html', errorPageHtml())
        if (pathname === `${config.base}${manifestFile}`)
          return answer('application/manifest+json', manifestWithTexts(config.publicDir))
        next()
      })
    },
    configResolved: (config) => {
      publicDir = config.publicDir
      base = config.base
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: errorPage, source: errorPageHtml() })
      this.emitFile({ type: 'asset', fileName: '404.html', source: notFoundHtml(base) })
    },
    // The build now contains the files of `public`.
    writeBundle: ({ dir = '' }) => writeFileSync(join(dir, manifestFile), manifestWithTexts(publicDir)),
  }
}

const { page, manifest, notFound, errorPage: texts } = documentTexts
const manifestFile = 'manifest.webmanifest'

/** The manifest of this folder, which contains colours and icons, preceded by the texts. */
export const manifestWithTexts = (folder: string): string =>
  JSON.stringify({ ...manifest, ...JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) }, null, 2)

/** `index.html` with its texts instead of their names. */
export const withTexts = (html: string): string =>
  html
    .replace('%TITLE%', page.title)
    .replace('%DESCRIPTION%', page.description)
    .replace('%NO_SCRIPT%', page.noScript)

const stylesIn = (base: string): string => '<link rel="stylesheet" href="./errors.css" />'.replace('./', base)

/** The page for missing files, at any depth below `base`; without it some hosts answer with the studio's page. */
const notFoundHtml = (base: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    ${stylesIn(base)}
    <title>${notFound.title}</title>
  </head>
  <body>
    <main>
      <h1>${notFound.heading}</h1>
      <p>${notFound.text}</p>
      <p><a href="${base}">${notFound.open}</a></p>
    </main>
  </body>
</html>
`

/** The example of the page: an error with the details of one parameter. */
const example = () => {
  const { code, message, details } = new ServiceError('validation_error', {
    reason: 'side_out_of_range',
    params: { name: 'width', min: 1, max: 6000 },
    fields: ['width'],
  })
  return { code, message, details, request_id: 'req_…', doc_url: `…/${errorPage}#${code}` }
}

/** The error page (D-50): a section for each code, with the code as the anchor of `doc_url`. */
export const errorPageHtml = (): string => {
  const codes = Object.keys(errorCodes).filter(isErrorCode)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="./icon.svg" type="image/svg+xml" />
    <title>${texts.pageTitle}</title>
    <link rel="stylesheet" href="./errors.css" />
  </head>
  <body>
    <main>
      <h1>${texts.title}</h1>
      <p>
        ${texts.lead}
      </p>
      <pre><code>${JSON.stringify(example(), null, 2)}</code></pre>
      <nav aria-label="${texts.codes}">
        <ul>
${codes.map(linkTo).join('\n')}
        </ul>
      </nav>

${codes.map(sectionOf).join('\n\n')}

      <p><a href="./">${texts.back}</a></p>
    </main>
  </body>
</html>
`
}

const linkTo = (code: ErrorCode): string => `          <li><a href="#${code}"><code>${code}</code></a></li>`

/** For a code without its own explanation, its message is used: what happened, then the remedy. */
export const helpOf = (
  code: ErrorCode,
  own: Readonly<Partial<Record<ErrorCode, ErrorHelp>>> = texts.help,
): ErrorHelp => {
  const [what = '', ...remedy] = errorCodes[code].message.split(/(?<=\.) /)
  return own[code] ?? { title: what.replace(/\.$/, ''), cause: what, remedy: remedy.join(' ') }
}

const sectionOf = (code: ErrorCode): string => {
  const { title, cause, remedy } = helpOf(code)
  return `      <section id="${code}">
        <p class="code"><code>${code}</code> · ${texts.status(errorCodes[code].status)}</p>
        <h2>${title}</h2>
        <p>${cause}</p>
        <p><strong>${texts.whatToDo}</strong> ${remedy}</p>
      </section>`
}
