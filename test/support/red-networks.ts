import type { Device } from '#matting/device.ts'
import type { Networks } from '#matting/networks.ts'
import { smallPasses } from './pass-table.ts'
import { noise } from './tiny-networks.ts'

/** Networks for which red is the subject; each pass has a random error of at most `error`. */
export const redNetworks = ({ error = 0, backend = 'wasm' as Device['backend'] } = {}) => {
  const passes: string[] = []
  const loaded: string[] = []
  const networks: Networks = {
    passes: smallPasses,
    device: { backend, threads: 1, isolated: false, precision: 'int8+fp16', label: '', notes: [] },
    load: async (network) => void loaded.push(network),
    isLoaded: (network) => loaded.includes(network),
    run: async (network, input, { width, height }) => {
      passes.push(`${network} ${width}`)
      const pixels = width * height
      const wrong = noise(1024, passes.length)
      const data = new Float32Array(pixels)
      for (let i = 0; i < pixels; i++) {
        const place = (i >> 5) % 1024
        const isSubject = (input[i] ?? 0) > (input[pixels + i] ?? 0) + 0.1
        data[i] = Math.min(1, Math.max(0, (isSubject ? 1 : 0) + error * (wrong[place] ?? 0)))
      }
      return { width, height, data }
    },
    runFeatures: async () => [],
    tryLoad: async () => false,
    tryRun: async () => undefined,
    dispose: async () => {},
  }
  return { networks, passes, loaded }
}
