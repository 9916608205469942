import { expect, test } from 'vitest'

test('browser tests run isolated, as the studio does', () => {
  expect(crossOriginIsolated).toBe(true)
})

test('there is a WebGPU adapter, if only one in software', async () => {
  const gpu: { requestAdapter(): Promise<unknown> } = Reflect.get(navigator, 'gpu')
  await expect(gpu.requestAdapter()).resolves.not.toBeNull()
})
