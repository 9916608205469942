import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Connect, Plugin } from 'vite'
import {
  frameOriginsOf,
  metaPolicy,
  pagePolicy,
  policyHeader,
  workerPolicy,
} from '#contract/content-policy.ts'
import { requestPath } from './request-path.ts'

/**
 * Inserts the content policies: into the `<meta>` of `index.html`, into the `_headers` of a build and the responses of
 * the development server. If headers can be sent, `config.json` determines who may frame the page. In development the
 * `<meta>` allows inline scripts and styles, because Vite's hot reload writes both.
 */
export const contentPolicy = (): Plugin => {
  let isDev = false
  let publicDir = ''
  let outDir = ''
  return {
    name: 'content-policy',
    configResolved: (config) => {
      isDev = config.command === 'serve'
      publicDir = config.publicDir
      outDir = resolve(config.root, config.build.outDir)
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('%META_POLICY%', isDev ? openedForDev(metaPolicy) : metaPolicy),
    },
    writeBundle: ({ dir = outDir }) => {
      const file = join(dir, '_headers')
      if (existsSync(file)) writeFileSync(file, filledHeaders(readFileSync(file, 'utf8'), publicDir))
    },
    configureServer: ({ middlewares }) => {
      // Otherwise the service worker would send a page's policy as built.
      middlewares.use(
        sendPolicy((path) => (isPage(path) ? openedForDev(pagePolicy(framesIn(publicDir))) : null)),
      )
    },
  }
}

/** The text of `public/_headers` with the policies; `folder` contains `config.json`. */
export const filledHeaders = (text: string, folder: string): string =>
  text.replaceAll('%PAGE_POLICY%', pagePolicy(framesIn(folder))).replaceAll('%WORKER_POLICY%', workerPolicy)

const sendPolicy =
  (of: (path: string) => string | null): Connect.NextHandleFunction =>
  (request, response, next) => {
    const policy = of(requestPath(request.url) ?? '')
    if (policy !== null) response.setHeader(policyHeader, policy)
    next()
  }

const isPage = (path: string): boolean => /(\/|\.html)$/.test(path)

/**
 * Null for files that are neither a page nor a script. `config.json` is read each time, because the host may change it.
 */
export const policyOf = (path: string, folder: string): string | null => {
  if (isPage(path)) return pagePolicy(framesIn(folder))
  return path.endsWith('.js') ? workerPolicy : null
}

/** Nobody may frame the page if that file is invalid; the page shows the fault. */
const framesIn = (folder: string): readonly string[] => {
  try {
    return frameOriginsOf(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')))
  } catch {
    return []
  }
}

const openedForDev = (policy: string): string =>
  policy
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
