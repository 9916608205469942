import type { Plugin } from 'vite'
import { type ErrorCode, errorCodes, errorHelp, isErrorCode } from '#contract/error-codes.ts'
import { errorPage } from '#contract/service-error.ts'

/** Writes `errors.html`, the page that explains every error code, into a build, and serves it while developing. */
export const errorPageAsset = (): Plugin => ({
  name: 'error-page',
  configureServer: ({ config, middlewares }) => {
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname !== `${config.base}${errorPage}`) return next()
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(errorPageHtml())
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: errorPage, source: errorPageHtml() })
  },
})

/** The error page (D-50): a section for each code, with the code as the anchor that `doc_url` leads to. */
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
    <title>Errors and what to do · Clearcut Studio</title>
    <link rel="stylesheet" href="./errors.css" />
  </head>
  <body>
    <main>
      <h1>Errors and what to do</h1>
      <p>
        Every refused request is answered with a status and a small JSON object. Look at the status first, then at
        <code>code</code>; <code>request_id</code> names the request when you ask somebody about it. A request that is
        answered with an error costs nothing.
      </p>
      <pre><code>{
  "code": "validation_error",
  "message": "Something in the request is not as it should be. …",
  "details": { "width": ["width is a whole number of pixels from 1 to 6000."] },
  "request_id": "req_…",
  "doc_url": "…/errors.html#validation_error"
}</code></pre>
      <nav aria-label="Codes">
        <ul>
${codes.map(linkTo).join('\n')}
        </ul>
      </nav>

${codes.map(sectionOf).join('\n\n')}

      <p><a href="./">Back to the studio</a></p>
    </main>
  </body>
</html>
`
}

const linkTo = (code: ErrorCode): string => `          <li><a href="#${code}"><code>${code}</code></a></li>`

const sectionOf = (code: ErrorCode): string => {
  const { title, cause, remedy } = errorHelp[code]
  return `      <section id="${code}">
        <p class="code"><code>${code}</code> · status ${errorCodes[code].status}</p>
        <h2>${title}</h2>
        <p>${cause}</p>
        <p><strong>What to do:</strong> ${remedy}</p>
      </section>`
}
