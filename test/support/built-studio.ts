import { databaseName, scopedName } from '#base/scoped-name.ts'

/** A build of the studio that the end-to-end tests open, and where it is served. */
export type BuiltStudio = {
  readonly port: number
  /** The base path that it is built for. */
  readonly path: string
  readonly url: string
  readonly outDir: string
}

const firstPort = Number(process.env.E2E_PORT || 4180)

const builtStudio = (port: number, outDir: string, path = '/'): BuiltStudio => ({
  port,
  path,
  url: `http://localhost:${port}${path}`,
  outDir,
})

/** As users get it, with the networks that are shipped: what `npm start` builds. */
export const shippedStudio = builtStudio(firstPort, 'dist')

/**
 * With a tiny network in place of each: for tests that need a matte, and not a good one. It lives below a base path, so
 * that each of them also shows that the studio can.
 */
export const tinyStudio = builtStudio(firstPort + 1, 'node_modules/.cache/studio-tiny-network', '/studio/')

/** The name of a store of `tinyStudio`. */
export const tinyName = (name: string): string => scopedName(name, tinyStudio.path)

/** The name of a database of `tinyStudio`. */
export const tinyDatabase = (name: string): string => databaseName(name, tinyStudio.path)

/** The folder of its files in the browser's own file system. */
export const tinyFolder = tinyName('studio')

/** The tag of tests that open `shippedStudio`; all others open `tinyStudio`. */
export const shippedNetwork = '@shipped-network'
