/**
 * The name of a store, lock or channel of this studio. Several studios may share an origin, each below a path of its own, and
 * the browser keeps such names by origin: so the name of a studio below a path holds that path. One at the root of the origin
 * keeps the plain name. `path` is what the studio was built for: the same on the page and in workers, wherever their
 * scripts lie. Node has none.
 */
export const scopedName = (name: string, path: string = import.meta.env?.BASE_URL ?? '/'): string =>
  path === '/' ? name : `${name}${scopeMark}${encodeURIComponent(path)}`

/** Stands before the path; no plain name has it. */
const scopeMark = ':'

/** Whether a name is one that a studio at the root has, or that a studio below a path had before names held the path. */
export const isPlainName = (name: string): boolean => !name.includes(scopeMark)

/** Whether a name is one that a studio gave before names held the path, or that one at the root gives. */
export const isEarlierName = (name: string): boolean => name.startsWith('clearcut') && isPlainName(name)
