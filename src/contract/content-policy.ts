/** The header that restricts what a page or worker may load and connect to. */
export const policyHeader = 'Content-Security-Policy'

/** What a page may load: its own files, and with `fetch` any address, because people enter services and links. */
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
 * What a worker or service worker may load: nothing from other origins. `default-src` is for browsers that check a
 * service worker's requests by kind, such as images.
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

/** For the page's `<meta>`, the only policy until a host or the service worker sends the header. */
export const metaPolicy: string = textOf(page)

/**
 * For the header of a page: adds the origins that may frame it, which a `<meta>` cannot set. An empty list allows none.
 */
export const pagePolicy = (frameOrigins: readonly string[]): string =>
  textOf({ ...page, 'frame-ancestors': frameOrigins.length > 0 ? frameOrigins.join(' ') : "'none'" })

/** For the header of every script: a worker takes its policy from it, a page ignores it. */
export const workerPolicy: string = textOf(worker)

/** The field of `config.json` with the origins that may frame the studio. */
export const frameField = 'frame_ancestors'

/**
 * The origins in a parsed `config.json` that may frame the studio, such as `https://intranet.example.com` or
 * `https://*.example.com`. Other entries are omitted, since they could change other parts of the header.
 */
export const frameOriginsOf = (config: unknown): readonly string[] => listed(config).filter(isOrigin)

/** The invalid entries of that field, as JSON. */
export const wrongFrameOrigins = (config: unknown): readonly string[] =>
  listed(config)
    .filter((origin) => !isOrigin(origin))
    .map((origin) => JSON.stringify(origin))

const listed = (config: unknown): readonly unknown[] => {
  const fields = config instanceof Object ? Object.entries(config) : []
  const list: unknown = fields.find(([name]) => name === frameField)?.[1] ?? []
  return Array.isArray(list) ? list : [list]
}

const isOrigin = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?$/i.test(value)
