/** The header by which a page or a worker is told what it may load and ask. */
export const policyHeader = 'Content-Security-Policy'

/**
 * What a page of the studio may load: its own files, and by `fetch` also the service and the links that people
 * name, of whatever address.
 */
const page = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'img-src': "'self' blob: data:",
  'media-src': "'self' blob:",
  'font-src': "'self'",
  'connect-src': "'self' blob: https: http://localhost:*",
  'worker-src': "'self' blob:",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
} as const

/**
 * What a worker may load, the service worker too: nothing of another origin. `default-src` is for browsers that
 * hold a service worker's own requests to the rule of what they are for, an image for example.
 */
const worker = {
  'default-src': "'self'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'connect-src': "'self' blob:",
  'worker-src': "'self' blob:",
} as const

const textOf = (policy: Readonly<Record<string, string>>): string =>
  Object.entries(policy)
    .map((rule) => rule.join(' '))
    .join('; ')

/** For the page's own `<meta>`, which is all there is until a host or the service worker sends a header. */
export const metaPolicy: string = textOf(page)

/** A page's header: the same, and who may show it in a frame, which a `<meta>` cannot say: nobody, or these origins. */
export const pagePolicy = (frameOrigins: readonly string[]): string =>
  textOf({ ...page, 'frame-ancestors': frameOrigins.length > 0 ? frameOrigins.join(' ') : "'none'" })

/** The header of every script: a worker takes its policy from its own script, and a page's script ignores it. */
export const workerPolicy: string = textOf(worker)

/** The field of `config.json` that lists who may show the studio in a frame. */
export const frameField = 'frame_ancestors'

/**
 * The origins that a parsed `config.json` lets frame the studio, such as `https://intranet.example.com` or
 * `https://*.example.com`. What is no origin is left out, for it could say anything in a header.
 */
export const frameOriginsOf = (config: unknown): readonly string[] => listed(config).filter(isOrigin)

/** What is on that list and no origin, as JSON. */
export const wrongFrameOrigins = (config: unknown): readonly string[] =>
  listed(config)
    .filter((origin) => !isOrigin(origin))
    .map((origin) => JSON.stringify(origin))

const listed = (config: unknown): readonly unknown[] => {
  const said = config instanceof Object ? Object.entries(config) : []
  const list: unknown = said.find(([name]) => name === frameField)?.[1] ?? []
  return Array.isArray(list) ? list : [list]
}

const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?$/i.test(value)
