import { frameField, frameProblem } from '#contract/content-policy.ts'
import type { ServiceAddress } from '#service/connection.ts'
import { parseBaseAddress } from './parse-credentials.ts'

/** The file beside `index.html` by which whoever hosts the studio names a service. */
export const configFile = 'config.json'

export type DeploymentConfig = {
  /** Null where it names none, or none that can be used. */
  readonly address: ServiceAddress | null
  /** What is wrong with the file, in sentences for whoever wrote it; none where there is no file. */
  readonly problems: readonly string[]
}

const nothing: DeploymentConfig = { address: null, problems: [] }

/** All that a config may say. Other names are typos; those that start with `$` or `_` are remarks. */
const knownNames = ['base', 'legacy', frameField]

/**
 * What a `config.json` says, `{"base": "https://…/v1", "legacy": false}`. A key has no place in a file that
 * everybody can read: it is ignored, and never repeated.
 */
export const parseDeploymentConfig = (config: unknown): DeploymentConfig => {
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    return { address: null, problems: [`${configFile} must hold an object: {"base": "https://…/v1"}.`] }
  const said = new Map<string, unknown>(Object.entries(config))
  const problems: string[] = []
  const unknown = [...said.keys()].filter((name) => !knownNames.includes(name) && !/^[$_]/.test(name))
  if (unknown.some(isKeyName))
    problems.push(
      `${configFile} holds a key. It was ignored: everybody who opens the studio can read that file. Take it out and revoke that key.`,
    )
  for (const name of unknown)
    if (!isKeyName(name))
      problems.push(`${configFile} says "${name}", which means nothing here. It may say ${known}.`)
  const legacy = said.get('legacy') ?? false
  if (typeof legacy !== 'boolean') problems.push(`The legacy in ${configFile} must be true or false.`)
  const frames = frameProblem(config)
  if (frames !== null) problems.push(`In ${configFile}, ${frames}`)
  const base = said.get('base')
  if (base === undefined) return { address: null, problems }
  const read = parseBaseAddress(typeof base === 'string' ? base : '')
  if ('problem' in read) {
    problems.push(`The base in ${configFile} cannot be used. ${read.problem}`)
    return { address: null, problems }
  }
  return { address: { base: read.base, isLegacy: legacy === true }, problems }
}

const isKeyName = (name: string) => /key/i.test(name)

const known = knownNames
  .map((name) => `"${name}"`)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' and ')

/**
 * Fetches and reads it. No file and no network mean that there is none; so does a page, which some hosts answer
 * with for every address that they do not know. Never rejects.
 */
export const fetchDeploymentConfig = async (url: string): Promise<DeploymentConfig> => {
  const text = await fetchText(url).catch(() => null)
  if (text === null) return nothing
  try {
    return parseDeploymentConfig(JSON.parse(text))
  } catch (cause) {
    return { address: null, problems: [`${configFile} is no JSON${placeOf(cause)}, so it was ignored.`] }
  }
}

const fetchText = async (url: string): Promise<string | null> => {
  const response = await fetch(url)
  const isPage = /^text\/html/i.test(response.headers.get('Content-Type') ?? '')
  return response.ok && !isPage ? response.text() : null
}

/** Where the engine says it; what it found there may be a key, and is not repeated. */
const placeOf = (cause: unknown): string => {
  const [, line, column] = /line (\d+) column (\d+)/.exec(String(cause)) ?? []
  return line && column ? ` (line ${line}, column ${column})` : ''
}
