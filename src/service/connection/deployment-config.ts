import { frameField, wrongFrameOrigins } from '#contract/content-policy.ts'
import type { Reason } from '#contract/error-reasons.ts'
import type { ServiceAddress } from '#service/connection.ts'
import { parseBaseAddress } from './parse-credentials.ts'

/** The file beside `index.html` by which the host configures a service. */
export const configFile = 'config.json'

/** The content of `config.json`. */
export type DeploymentConfig = {
  /** Null if the file contains no valid address. */
  readonly address: ServiceAddress | null
  /** Problems of the file, for its author. */
  readonly problems: readonly Reason[]
}

const nothing: DeploymentConfig = { address: null, problems: [] }

/** Allowed fields. Other names are typos; names starting with `$` or `_` are comments. */
const knownNames = ['base', 'legacy', frameField]

/**
 * Parses `config.json`, `{"base": "https://…/v1", "legacy": false}`. The file is public, so a key in it is ignored and
 * never repeated.
 */
export const parseDeploymentConfig = (config: unknown): DeploymentConfig => {
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    return { address: null, problems: [{ reason: 'config_not_an_object', params: { file: configFile } }] }
  const fields = new Map<string, unknown>(Object.entries(config))
  const problems: Reason[] = []
  const unknown = [...fields.keys()].filter((name) => !knownNames.includes(name) && !/^[$_]/.test(name))
  if (unknown.some(isKeyName)) problems.push({ reason: 'config_holds_key', params: { file: configFile } })
  for (const name of unknown)
    if (!isKeyName(name))
      problems.push({ reason: 'config_name_unknown', params: { file: configFile, name, known: knownNames } })
  const legacy = fields.get('legacy') ?? false
  if (typeof legacy !== 'boolean')
    problems.push({ reason: 'config_legacy_not_boolean', params: { file: configFile } })
  const wrong = wrongFrameOrigins(config)
  if (wrong.length > 0)
    problems.push({
      reason: 'config_frames_not_origins',
      params: { file: configFile, field: frameField, wrong },
    })
  const base = fields.get('base')
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
 * Fetches and parses the file. Empty without a file or network, or if the host answers with a web page. Never rejects.
 */
export const fetchDeploymentConfig = async (url: string): Promise<DeploymentConfig> => {
  const text = await fetch(url)
    .then(textOf)
    .catch(() => null)
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

const textOf = async (response: Response): Promise<string | null> => {
  const isPage = /^text\/html/i.test(response.headers.get('Content-Type') ?? '')
  return response.ok && !isPage ? response.text() : null
}

/** The position in the parser's message. The text found there may be a key, so it is not repeated. */
const placeOf = (cause: unknown): { readonly line?: string; readonly column?: string } =>
  /line (?<line>\d+) column (?<column>\d+)/.exec(String(cause))?.groups ?? {}
