/** The header that tells a page or worker what it may load and connect to. */
export const policyHeader = 'Content-Security-Policy'

/**
 * What a page of the studio may load: its own files, and by `fetch` also services and links of any address, because
 * people enter them.
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
 * What a worker or the service worker may load: nothing from other origins. `default-src` is for browsers that check
 * requests of a service worker by their kind, such as images.
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

/** For the `<meta>` of the page, the only policy until a host or the service worker sends the header. */
export const metaPolicy: string = textOf(page)

/**
 * For the header of a page: the same, and which origins may show it in a frame, which a `<meta>` cannot set. An empty
 * list means none.
 */
export const pagePolicy = (frameOrigins: readonly string[]): string =>
  textOf({ ...page, 'frame-ancestors': frameOrigins.length > 0 ? frameOrigins.join(' ') : "'none'" })

/** For the header of every script. A worker takes its policy from the header of its script; a page ignores it. */
export const workerPolicy: string = textOf(worker)

/** The field of `config.json` that lists which origins may show the studio in a frame. */
export const frameField = 'frame_ancestors'

/**
 * The origins in a parsed `config.json` that may frame the studio, such as `https://intranet.example.com` or
 * `https://*.example.com`. Anything that is not an origin is left out, because it could change other parts of the
 * header.
 */
export const frameOriginsOf = (config: unknown): readonly string[] => listed(config).filter(isOrigin)

/** The entries of that list that are not origins, as JSON. */
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
