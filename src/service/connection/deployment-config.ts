import type { ServiceAddress } from '#service/connection.ts'
import { readBase } from './read-base.ts'

/** The file beside `index.html` by which whoever hosts the studio names a service. */
export const configFile = 'config.json'

/**
 * The address in a `config.json`, `{"base": "https://…/v1", "legacy": false}`; null where it names none.
 * `warn` learns what is wrong with it. A key has no place in a file that everybody can read: it is refused.
 */
export const addressFrom = (config: unknown, warn: (message: string) => void): ServiceAddress | null => {
  if (typeof config !== 'object' || config === null) return null
  const said = new Map<string, unknown>(Object.entries(config))
  if ([...said.keys()].some((name) => /key/i.test(name)))
    warn(
      `${configFile} holds a key. It was ignored: everybody who opens the studio can read that file. Take it out and revoke that key.`,
    )
  const base = said.get('base')
  if (base === undefined) return null
  const read = readBase(typeof base === 'string' ? base : '')
  if ('problem' in read) {
    warn(`The base in ${configFile} cannot be used. ${read.problem}`)
    return null
  }
  return { base: read.base, isLegacy: said.get('legacy') === true }
}

/** Fetches and reads it. No file, no network and no JSON all mean that there is none. */
export const fetchConfig = async (url: string, warn: (message: string) => void) => {
  try {
    const response = await fetch(url)
    return response.ok ? addressFrom(await response.json(), warn) : null
  } catch {
    return null
  }
}
