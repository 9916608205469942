import { frameField, wrongFrameOrigins } from '#contract/content-policy.ts'
import type { Reason } from '#contract/error-reasons.ts'
import type { ServiceAddress } from '#service/connection.ts'
import { parseBaseAddress } from './parse-credentials.ts'

/** The file beside `index.html` by which whoever hosts the studio names a service. */
export const configFile = 'config.json'

export type DeploymentConfig = {
  /** Null where it names none, or none that can be used. */
  readonly address: ServiceAddress | null
  /** What is wrong with the file, for whoever wrote it; none where there is no file. */
  readonly problems: readonly Reason[]
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
    return { address: null, problems: [{ reason: 'config_not_an_object', params: { file: configFile } }] }
  const said = new Map<string, unknown>(Object.entries(config))
  const problems: Reason[] = []
  const unknown = [...said.keys()].filter((name) => !knownNames.includes(name) && !/^[$_]/.test(name))
  if (unknown.some(isKeyName)) problems.push({ reason: 'config_holds_key', params: { file: configFile } })
  for (const name of unknown)
    if (!isKeyName(name))
      problems.push({ reason: 'config_name_unknown', params: { file: configFile, name, known: knownNames } })
  const legacy = said.get('legacy') ?? false
  if (typeof legacy !== 'boolean')
    problems.push({ reason: 'config_legacy_not_boolean', params: { file: configFile } })
  const wrong = wrongFrameOrigins(config)
  if (wrong.length > 0)
    problems.push({
      reason: 'config_frames_not_origins',
      params: { file: configFile, field: frameField, wrong },
    })
  const base = said.get('base')
  if (base === undefined) return { address: null, problems }
  const read = parseBaseAddress(typeof base === 'string' ? base : '')
  if ('problem' in read) {
    problems.push({ reason: 'config_base_unusable', params: { file: configFile, problem: read.problem } })
    return { address: null, problems }
  }
  return { address: { base: read.base, isLegacy: legacy === true }, problems }
}

const isKeyName = (name: string) => /key/i.test(name)

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
    return {
      address: null,
      problems: [{ reason: 'config_not_json', params: { file: configFile, ...placeOf(cause) } }],
    }
  }
}

const fetchText = async (url: string): Promise<string | null> => {
  const response = await fetch(url)
  const isPage = /^text\/html/i.test(response.headers.get('Content-Type') ?? '')
  return response.ok && !isPage ? response.text() : null
}

/** Where the engine says it; what it found there may be a key, and is not repeated. */
const placeOf = (cause: unknown): { readonly line?: string; readonly column?: string } =>
  /line (?<line>\d+) column (?<column>\d+)/.exec(String(cause))?.groups ?? {}
