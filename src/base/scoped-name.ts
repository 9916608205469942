/**
 * The name of a store, lock or channel of this studio. Browsers keep such names per origin, so a studio below a path of
 * the origin adds that path; a studio at the root does not. `path` is set by the build, equal on the page and in
 * workers; Node has none.
 */
export const scopedName = (name: string, path: string = import.meta.env?.BASE_URL ?? '/'): string =>
  path === '/' ? name : `${name}:${encodeURIComponent(path)}`

/**
 * The name of an IndexedDB database. Raise its number when the stored shape changes: no version reads the data of
 * another.
 */
export const databaseName = (name: string, path?: string): string => scopedName(`${name}-2`, path)
