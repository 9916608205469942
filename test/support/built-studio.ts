/** Where the end-to-end tests serve the built studio: at the root of one port, below a path on the next. */
export const studioPort = Number(process.env.E2E_PORT || 4180)
export const studioOrigin = `http://localhost:${studioPort}/`

const path = '/studio/'
const port = studioPort + 1
export const belowBase = {
  path,
  port,
  url: `http://localhost:${port}${path}`,
  /** Beside the build at the root, so that both can be served at once. */
  outDir: 'node_modules/.cache/studio-below-base',
} as const
