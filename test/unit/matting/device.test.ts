import { expect, test } from 'vitest'
import { backendCandidates, type DeviceFacts, type DevicePreference } from '#matting/device.ts'

const needs = { gpuBufferBytes: 2 ** 27, cpuPrecision: 'int8+fp16' }

const gpu = { adapter: 'apple metal-3', hasFp16: true, maxBufferBytes: 2 ** 32, isSoftware: false }
const laptop: DeviceFacts = { gpu, isolated: true, cores: 8, isIos: false }

const labels = (facts: DeviceFacts, preference?: DevicePreference) =>
  backendCandidates(facts, needs, preference).map(({ label, precision }) => `${label} ${precision}`)

test.for<[what: string, facts: DeviceFacts, candidates: string[]]>([
  [
    'a GPU with fp16, isolated',
    laptop,
    ['WebGPU fp16', 'WebGPU float32', 'CPU, 4 threads int8+fp16', 'CPU, 1 thread int8+fp16'],
  ],
  [
    'a GPU without fp16',
    { ...laptop, gpu: { ...gpu, hasFp16: false } },
    ['WebGPU float32', 'CPU, 4 threads int8+fp16', 'CPU, 1 thread int8+fp16'],
  ],
  [
    'a GPU whose buffers hold no 1024 px tensor',
    { ...laptop, gpu: { ...gpu, maxBufferBytes: needs.gpuBufferBytes - 1 } },
    ['CPU, 4 threads int8+fp16', 'CPU, 1 thread int8+fp16'],
  ],
  [
    'a GPU that the processor emulates',
    { ...laptop, gpu: { ...gpu, isSoftware: true } },
    ['CPU, 4 threads int8+fp16', 'CPU, 1 thread int8+fp16'],
  ],
  ['no GPU, not isolated', { isolated: false, cores: 8, isIos: false }, ['CPU, 1 thread int8+fp16']],
  ['no GPU, one core', { isolated: true, cores: 1, isIos: false }, ['CPU, 1 thread int8+fp16']],
  [
    'no GPU, two cores',
    { isolated: true, cores: 2, isIos: false },
    ['CPU, 2 threads int8+fp16', 'CPU, 1 thread int8+fp16'],
  ],
  ['iOS without a GPU, isolated', { isolated: true, cores: 6, isIos: true }, ['CPU, 1 thread int8+fp16']],
])('%s', ([, facts, candidates]) => {
  expect(labels(facts)).toEqual(candidates)
})

test.for<[preference: DevicePreference, first: string]>([
  ['auto', 'WebGPU fp16'],
  ['gpu', 'WebGPU fp16'],
  ['cpu', 'CPU, 4 threads int8+fp16'],
  ['cpu-1-thread', 'CPU, 1 thread int8+fp16'],
])('the preference %s begins with %s', ([preference, first]) => {
  expect(labels(laptop, preference)[0]).toBe(first)
})

test('a preferred GPU is used although it is slow or small', () => {
  const poor = { ...laptop, gpu: { ...gpu, isSoftware: true, maxBufferBytes: 2 ** 26 } }
  expect(labels(poor, 'auto')[0]).toBe('CPU, 4 threads int8+fp16')
  expect(labels(poor, 'gpu')[0]).toBe('WebGPU fp16')
})

test('the last candidate is always the processor with one thread', () => {
  for (const preference of ['auto', 'gpu', 'cpu', 'cpu-1-thread'] as const) {
    expect(backendCandidates(laptop, needs, preference).at(-1)).toMatchObject({ backend: 'wasm', threads: 1 })
  }
})

test('candidates of different adapters and precisions have different keys', () => {
  const keys = [laptop, { ...laptop, gpu: { ...gpu, adapter: 'nvidia ada' } }].flatMap((facts) =>
    backendCandidates(facts, needs)
      .filter(({ backend }) => backend === 'webgpu')
      .map(({ key }) => key),
  )
  expect(new Set(keys).size).toBe(4)
})
