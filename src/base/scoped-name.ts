/**
 * The name of a store, lock or channel of this studio. Several studios may share an origin, each below a path of its
 * own, and the browser keeps such names by origin: so the name of a studio below a path holds that path. One at the
 * root of the origin keeps the plain name. `path` is what the studio was built for: the same on the page and in
 * workers, wherever their scripts lie. Node has none.
 */
export const scopedName = (name: string, path: string = import.meta.env?.BASE_URL ?? '/'): string =>
  path === '/' ? name : `${name}:${encodeURIComponent(path)}`

/**
 * The name of an IndexedDB database. Its number goes up where the shape of what is stored changes: no version reads
 * what another one wrote.
 */
export const databaseName = (name: string, path?: string): string => scopedName(`${name}-2`, path)
