import { afterEach, expect, test, vi } from 'vitest'
import { fetchDeploymentConfig, parseDeploymentConfig } from '#service/connection/deployment-config.ts'

const base = 'https://api.example.com/v1'

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
    const { address, problems } = parseDeploymentConfig({ base, [name]: 'pk_secret' })
    expect(address).toEqual({ base, isLegacy: false })
    expect(problems).toEqual([expect.stringContaining('config.json holds a key')])
    expect(problems.join()).not.toContain('pk_secret')
  }
})

test('an address that cannot be used is no address', () => {
  for (const wrong of ['http://api.example.com/v1', 7, ''])
    expect(parseDeploymentConfig({ base: wrong })).toEqual({
      address: null,
      problems: [expect.stringContaining('The base in config.json cannot be used.')],
    })
})

test('misspelt names and values of wrong types are reported', () => {
  expect(parseDeploymentConfig({ bse: base }).problems).toEqual([
    'config.json says "bse", which means nothing here. It may say "base", "legacy" and "frame_ancestors".',
  ])
  expect(parseDeploymentConfig({ base, legacy: 'true' })).toEqual({
    address: { base, isLegacy: false },
    problems: ['The legacy in config.json must be true or false.'],
  })
  for (const other of [null, 7, 'text', []])
    expect(parseDeploymentConfig(other).problems).toEqual([expect.stringContaining('must hold an object')])
})

test('frame_ancestors that are no origins are reported', () => {
  const frame_ancestors = ['https://intranet.example.com']
  expect(parseDeploymentConfig({ frame_ancestors })).toEqual({ address: null, problems: [] })
  expect(parseDeploymentConfig({ base, frame_ancestors: ['example.com'] })).toEqual({
    address: { base, isLegacy: false },
    problems: [expect.stringMatching(/^In config\.json, frame_ancestors lists origins.*"example\.com"\.$/)],
  })
})

const answering = (text: string, init?: ResponseInit) =>
  vi.stubGlobal('fetch', async () => new Response(text, init))

test('invalid JSON is reported without repeating its content', async () => {
  answering('{ "base": "https://api.example.com/v1", pk_secret }')
  const { address, problems } = await fetchDeploymentConfig('https://a.example/config.json')
  expect(address).toBeNull()
  expect(problems).toEqual([expect.stringMatching(/^config\.json is no JSON.*, so it was ignored\.$/)])
  expect(problems.join()).not.toContain('pk_')
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
