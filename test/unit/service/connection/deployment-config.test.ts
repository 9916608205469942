import { afterEach, expect, test, vi } from 'vitest'
import { reasonText } from '#contract/error-reasons.ts'
import {
  type DeploymentConfig,
  fetchDeploymentConfig,
  parseDeploymentConfig,
} from '#service/connection/deployment-config.ts'

const base = 'https://api.example.com/v1'

/** What is wrong with a config, in sentences. */
const sentences = ({ problems }: DeploymentConfig) => problems.map((problem) => reasonText(problem))

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a deployment names an address and may use the legacy route', () => {
  expect(parseDeploymentConfig({ base })).toEqual({ address: { base, isLegacy: false }, problems: [] })
  expect(parseDeploymentConfig({ base, legacy: true })).toEqual({
    address: { base, isLegacy: true },
    problems: [],
  })
  expect(parseDeploymentConfig({ $schema: 'x', _remark: 'y' })).toEqual({ address: null, problems: [] })
})

test('a key in the file is refused without repeating it', () => {
  for (const name of ['key', 'apiKey', 'x-api-key', 'API_KEY']) {
    const config = parseDeploymentConfig({ base, [name]: 'pk_secret' })
    expect(config.address).toEqual({ base, isLegacy: false })
    expect(sentences(config)).toEqual([expect.stringContaining('config.json holds a key')])
    expect(JSON.stringify(config)).not.toContain('pk_secret')
  }
})

test('an address that cannot be used is no address', () => {
  for (const wrong of ['http://api.example.com/v1', 7, '']) {
    const config = parseDeploymentConfig({ base: wrong })
    expect(config.address).toBeNull()
    expect(sentences(config)).toEqual([expect.stringContaining('The base in config.json cannot be used.')])
  }
})

test('misspelt names and values of wrong types are reported', () => {
  expect(sentences(parseDeploymentConfig({ bse: base }))).toEqual([
    'config.json says "bse", which means nothing here. It may say "base", "legacy" and "frame_ancestors".',
  ])
  const config = parseDeploymentConfig({ base, legacy: 'true' })
  expect(config.address).toEqual({ base, isLegacy: false })
  expect(sentences(config)).toEqual(['The legacy in config.json must be true or false.'])
  for (const other of [null, 7, 'text', []])
    expect(sentences(parseDeploymentConfig(other))).toEqual([expect.stringContaining('must hold an object')])
})

test('frame_ancestors that are no origins are reported', () => {
  const frame_ancestors = ['https://intranet.example.com']
  expect(parseDeploymentConfig({ frame_ancestors })).toEqual({ address: null, problems: [] })
  const config = parseDeploymentConfig({ base, frame_ancestors: ['example.com'] })
  expect(config.address).toEqual({ base, isLegacy: false })
  expect(sentences(config)).toEqual([
    expect.stringMatching(/^In config\.json, frame_ancestors lists origins.*"example\.com"\.$/),
  ])
})

const answering = (text: string, init?: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(text, init))

test('invalid JSON is reported without repeating its content', async () => {
  answering('{ "base": "https://api.example.com/v1", pk_secret }')
  const config = await fetchDeploymentConfig('https://a.example/config.json')
  expect(config.address).toBeNull()
  expect(sentences(config)).toEqual([
    expect.stringMatching(/^config\.json is no JSON.*, so it was ignored\.$/),
  ])
  expect(JSON.stringify(config)).not.toContain('pk_')
})

test('a missing file, no network or a page mean no config', async () => {
  const nothing = { address: null, problems: [] }
  answering('nothing here', { status: 404 })
  expect(await fetchDeploymentConfig('https://a.example/config.json')).toEqual(nothing)
  answering('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  expect(await fetchDeploymentConfig('https://a.example/config.json')).toEqual(nothing)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await fetchDeploymentConfig('https://a.example/config.json')).toEqual(nothing)
})
