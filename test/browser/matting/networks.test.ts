import { expect, test } from 'vitest'
import { openNetworks } from '#matting/open-networks.ts'
import { selfTestFault, selfTestInput, selfTestSize } from '#matting/self-test.ts'

const call = () => ({ signal: new AbortController().signal, onProgress: () => undefined })

test('the small network finds a disc on the processor', async () => {
  const networks = await openNetworks({ device: 'cpu' })
  await networks.load('small', call())
  const matte = await networks.run('small', selfTestInput(), selfTestSize, call())
  expect(selfTestFault(matte)).toBeUndefined()
  await networks.dispose()
})
