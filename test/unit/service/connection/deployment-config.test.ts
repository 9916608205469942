import { expect, test, vi } from 'vitest'
import { addressFrom } from '#service/connection/deployment-config.ts'

const base = 'https://api.example.com/v1'

test('a deployment names an address, and the legacy route where it has no other', () => {
  const warn = vi.fn()
  expect(addressFrom({ base }, warn)).toEqual({ base, isLegacy: false })
  expect(addressFrom({ base, legacy: true }, warn)).toEqual({ base, isLegacy: true })
  for (const none of [{}, null, 7, 'text', []]) expect(addressFrom(none, warn)).toBeNull()
  expect(warn).not.toHaveBeenCalled()
})

test('a key in the file is refused, with a warning that does not repeat it', () => {
  for (const name of ['key', 'apiKey', 'x-api-key', 'API_KEY']) {
    const warn = vi.fn()
    expect(addressFrom({ base, [name]: 'pk_secret' }, warn)).toEqual({ base, isLegacy: false })
    expect(warn).toHaveBeenCalledOnce()
    expect(warn.mock.calls.flat().join()).not.toContain('pk_secret')
  }
})

test('an address that cannot be used is no address', () => {
  const warn = vi.fn()
  expect(addressFrom({ base: 'http://api.example.com/v1' }, warn)).toBeNull()
  expect(addressFrom({ base: 7 }, warn)).toBeNull()
  expect(warn).toHaveBeenCalledTimes(2)
})
