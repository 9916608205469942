import { expect, test } from 'vitest'
import { toTensor } from '#engine/tensor.ts'
import { openNodeNetworks } from '#support/node-networks.ts'
import { clickUntilGood, iouAfter } from '../../../bench/edit/count-clicks.ts'
import { toEditCase } from '../../../bench/edit/edit-cases.ts'
import { listPairs, readPair, samplesAreThere } from '../../../bench/quality/pairs.ts'

/** Small, so that the test is cheap; the matte is all the worse for it. */
const size = { width: 256, height: 256 }
const call = { signal: new AbortController().signal, onProgress: () => {} }
const network = 'isnet-pruned-int8'

// Without the samples there is no real photo to click on.
test.skipIf(!samplesAreThere)('at most five clicks mend a third of a poor matte', async () => {
  const networks = openNodeNetworks(1)
  for (const name of ['cat_t_group0319_8fffe', 'horse_105']) {
    const entry = listPairs().find(({ file }) => file.includes(name))
    if (!entry) throw new Error(`the samples have no pair ${name}`)
    const pair = await readPair(entry)
    const input = toTensor(pair.photo, size)
    const matte = await networks.run(network, input, size, call)
    const features = await networks.runFeatures(network, input, size, call)
    const session = clickUntilGood(toEditCase(pair, matte), features, { maxClicks: 5 })
    const before = iouAfter(session, 0)
    expect(iouAfter(session, 5) - before).toBeGreaterThan((1 - before) / 3)
  }
  await networks.dispose()
})
