import { expect, test, vi } from 'vitest'
import { ServiceError } from '#contract/service-error.ts'
import { type KeyStorages, keyItem } from '#service/connection/key-storage.ts'
import { openConnection } from '#service/connection/open-connection.ts'
import type { NewConnection, ServiceAddress } from '#service/connection.ts'
import { eventually } from '#support/eventually.ts'
import { recordedAccount, recordingService } from '#support/recording-service.ts'

const base = 'https://api.example.com/v1'
const wanted: NewConnection = { base, isLegacy: false, key: 'pk_one', keepIn: 'session' }

const memoryStorage = () => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
  return { items, open: () => storage }
}

type Setup = { config?: ServiceAddress | null; refuses?: (key: string) => ServiceError | null }

/** A tab over storages that outlive it. */
const browser = ({ config = null, refuses = () => null }: Setup = {}) => {
  const session = memoryStorage()
  const device = memoryStorage()
  const storages: KeyStorages = { session: session.open, device: device.open }
  const tabs: ((isForgotten: boolean) => void)[] = []
  const keys: (() => string)[] = []
  const open = () => {
    const mine = tabs.length
    return openConnection({
      storages,
      openService: (address, key) => {
        keys.push(key)
        return { ...recordingService(), id: address.base }
      },
      openTestService: (address, key) => ({
        ...recordingService(undefined, async () => {
          const refusal = refuses(key())
          if (refusal) throw refusal
          return recordedAccount
        }),
        id: address.base,
      }),
      config: Promise.resolve({ address: config, problems: [] }),
      tabs: {
        tellForget: () => {
          for (const hear of tabs.toSpliced(mine, 1)) hear(true)
        },
        onChange: (hear) => tabs.push(hear),
      },
    })
  }
  return { open, session, device, keys }
}

test('at first nothing is configured and no service can be sent to', () => {
  expect(browser().open().get()).toEqual({
    address: null,
    from: null,
    keyIn: null,
    service: null,
    problems: [],
  })
})

test('a connection is stored after its account was read', async () => {
  const { open, session, device, keys } = browser()
  const connection = open()
  const heard = vi.fn()
  connection.subscribe(heard)
  expect(await connection.connect({ ...wanted, key: ' "pk_one" ' })).toEqual(recordedAccount)
  expect(heard).toHaveBeenCalled()
  expect(connection.get()).toMatchObject({ address: { base }, from: 'user', keyIn: 'session' })
  expect(connection.get().service?.id).toBe(base)
  expect(keys.at(-1)?.()).toBe('pk_one')
  expect([...session.items.keys()]).toEqual([keyItem])
  await connection.connect({ ...wanted, keepIn: 'device' })
  expect([session.items.size, device.items.size]).toEqual([0, 1])
  expect(open().get()).toMatchObject({ keyIn: 'device' })
})

test('a key that the service refuses is not kept, and changes nothing', async () => {
  const refusal = new ServiceError('authentication_error')
  const { open, session } = browser({ refuses: (key) => (key === 'pk_bad' ? refusal : null) })
  const connection = open()
  await connection.connect(wanted)
  const before = connection.get()
  await expect(connection.connect({ ...wanted, key: 'pk_bad' })).rejects.toBe(refusal)
  expect(connection.get()).toBe(before)
  expect(session.items.get(keyItem)).not.toContain('pk_bad')
})

test('only a new key gets a new service', async () => {
  const { open } = browser()
  const connection = open()
  await connection.connect(wanted)
  const first = connection.get().service
  await connection.connect({ ...wanted, keepIn: 'device' })
  expect(connection.get().service).toBe(first)
  await connection.connect({ ...wanted, key: 'pk_two' })
  expect(connection.get().service).not.toBe(first)
})

test('all input errors are reported at once, before any request', async () => {
  const refuses = vi.fn(() => null)
  const connection = browser({ refuses }).open()
  const fault = await connection
    .connect({ ...wanted, base: 'http://x.test', key: 'sk_1' })
    .catch((error) => error)
  expect(fault).toMatchObject({ code: 'validation_error' })
  expect(Object.keys(fault.details)).toEqual(['base', 'key'])
  expect(JSON.stringify(fault.toBody())).not.toContain('sk_1')
  expect(refuses).not.toHaveBeenCalled()
})

test('a key is sent only to the address it belongs to', async () => {
  const { open, keys } = browser()
  const connection = open()
  await connection.connect(wanted)
  const first = keys.at(-1)
  await connection.connect({ ...wanted, base: 'https://other.test/v1', key: 'pk_two' })
  expect(first?.()).toBe('')
  expect(keys.at(-1)?.()).toBe('pk_two')
  await expect(connection.connect({ ...wanted, key: '' })).rejects.toMatchObject({ code: 'validation_error' })
  await connection.connect({ ...wanted, base: 'https://other.test/v1', key: '', isLegacy: true })
  expect(keys.at(-1)?.()).toBe('pk_two')
  expect(connection.get().address?.isLegacy).toBe(true)
})

test('forgetting removes the key from storages, tabs and services', async () => {
  const { open, session, device, keys } = browser()
  const [one, other] = [open(), open()]
  await one.connect(wanted)
  await other.connect({ ...wanted, keepIn: 'device' })
  one.forget()
  expect([session.items.size, device.items.size]).toEqual([0, 0])
  for (const tab of [one, other]) expect(tab.get()).toMatchObject({ keyIn: null, service: null })
  expect(keys.map((key) => key())).toEqual(keys.map(() => ''))
})

test('a deployment’s address never replaces the user’s own', async () => {
  const config = { base, isLegacy: true }
  const { open } = browser({ config })
  const connection = open()
  await eventually(() => expect(connection.get().address).toEqual(config))
  expect(connection.get()).toMatchObject({ from: 'deployment', keyIn: null, service: null })
  await connection.connect({ ...wanted, base: 'https://own.test/v1' })
  expect(connection.get()).toMatchObject({ from: 'user', address: { base: 'https://own.test/v1' } })
  connection.forget()
  expect(connection.get()).toMatchObject({ from: 'deployment', address: config })
})

test('problems of the deployment are reported beside a stored key', async () => {
  const { session } = browser()
  const storages = { session: session.open, device: session.open }
  const problems = [{ reason: 'config_not_json', params: { file: 'config.json' } }] as const
  const connection = openConnection({
    storages,
    openService: () => recordingService(),
    openTestService: () => recordingService(),
    config: Promise.resolve({ address: null, problems }),
    tabs: { tellForget: () => {}, onChange: () => {} },
  })
  const told = new Promise<void>((resolve) => connection.subscribe(resolve))
  await told
  expect(connection.get().problems).toEqual(problems)
  await connection.connect({ base, isLegacy: false, key: 'pk_1', keepIn: 'session' })
  expect(connection.get().problems).toEqual(problems)
})

test('a storage that is forbidden, or holds something foreign, is no connection', () => {
  const forbidden = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const parts = {
    openService: () => recordingService(),
    openTestService: () => recordingService(),
    config: Promise.resolve({ address: null, problems: [] }),
    tabs: { tellForget: () => {}, onChange: () => {} },
  }
  const none = { address: null, service: null }
  expect(
    openConnection({ ...parts, storages: { session: forbidden, device: forbidden } }).get(),
  ).toMatchObject(none)
  for (const text of ['{', '7', '{"base":"https://x.test"}', '{"base":"https://x.test","key":"sk_1"}']) {
    const storage = memoryStorage()
    storage.items.set(keyItem, text)
    const storages = { session: storage.open, device: storage.open }
    expect(openConnection({ ...parts, storages }).get()).toMatchObject(none)
  }
})
