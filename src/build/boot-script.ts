import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { bundleScript } from './bundle-script.ts'
import { requestPath } from './request-path.ts'

const file = 'boot.js'
/** Its place in `index.html`, before everything that it watches. */
const place = '<!-- boot -->'

/** Builds `src/boot.ts` into `boot.js` beside the page, which loads it first; serves it while developing. */
export const bootScript = (): Plugin => {
  let root = ''
  let base = '/'
  let outDir = ''
  const bundle = (minify: boolean) => bundleScript({ root, source: 'src/boot.ts', file, minify })
  return {
    name: 'boot-script',
    configResolved: (config) => {
      root = config.root
      base = config.base
      outDir = resolve(config.root, config.build.outDir)
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(place, `<script src="${base}${file}"></script>`),
    },
    configureServer: ({ config, middlewares }) => {
      middlewares.use((request, response, next) => {
        if (requestPath(request.url) !== `${config.base}${file}`) return next()
        response.setHeader('Content-Type', 'text/javascript')
        bundle(false).then((code) => response.end(code), next)
      })
    },
    writeBundle: async ({ dir = outDir }) => writeFileSync(join(dir, file), await bundle(true)),
  }
}
