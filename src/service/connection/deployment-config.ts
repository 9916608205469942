import { frameField, wrongFrameOrigins } from '#contract/content-policy.ts'
import type { Reason } from '#contract/error-reasons.ts'
import type { ServiceAddress } from '#service/connection.ts'
import { parseBaseAddress } from './parse-credentials.ts'

/** The file beside `index.html` in which the host of the studio names a service. */
export const configFile = 'config.json'

/** What `config.json` says. */
export type DeploymentConfig = {
  /** Null where the file names no service, or none that can be used. */
  readonly address: ServiceAddress | null
  /** The problems of the file, for whoever wrote it; none where there is no file. */
  readonly problems: readonly Reason[]
}

const nothing: DeploymentConfig = { address: null, problems: [] }

/** The fields that a config may have. Other names are typos; names that start with `$` or `_` are comments. */
const knownNames = ['base', 'legacy', frameField]

/**
 * Reads a parsed `config.json`, `{"base": "https://…/v1", "legacy": false}`. Everybody can read that file, so a key in
 * it is ignored, and never repeated.
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
 * Fetches and reads the file. Without a file or a network there is no config, nor where the host answers with a web
 * page, as some do for every unknown address. Never rejects.
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

/** The place that the message of the parser names. The text found there may be a key, so it is not repeated. */
const placeOf = (cause: unknown): { readonly line?: string; readonly column?: string } =>
  /line (?<line>\d+) column (?<column>\d+)/.exec(String(cause))?.groups ?? {}
