/**
 * What every host of the studio sends with every file, so that the page is cross-origin isolated and
 * may use threads. `public/_headers` says the same to a CDN.
 */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/**
 * The path below which the studio is served, from the BASE_PATH of the environment: always opens and
 * closes with a slash. Throws where it is no path.
 */
export const studioBase = (basePath: string | undefined): string => {
  const path = `/${basePath ?? ''}/`.replaceAll(/\/+/g, '/')
  if (!/^[\w\-./~]+$/.test(path)) throw new Error(`BASE_PATH is not a path: ${basePath}`)
  return path
}
