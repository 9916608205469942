import { expect, test } from 'vitest'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { createFrameEstimator } from '#matting/estimate-frame.ts'
import { keyframePolicy } from '#matting/keyframe-policy.ts'
import { notLooked, packLook, unpackLook } from '#matting/look-again.ts'
import type { InferencePass } from '#matting/network-catalog.ts'
import type { Networks } from '#matting/networks.ts'
import { type FrameMatte, openVideoMatter } from '#matting/video-matter.ts'
import { paintScene, playFrames } from '#support/painted-rasters.ts'
import { passesOn } from '#support/pass-table.ts'

const size = { width: 96, height: 64 }
const call = { signal: new AbortController().signal, onProgress: () => {} }
const at = (side: number): InferencePass => ({ network: 'any', width: side, height: side })
const { wasm, webgpu } = passesOn('any')
const videoLook = { aboveDoubt: 0.25, passes: [at(128), at(160), at(192)] }
const balanced = { image: at(64), video: at(120), videoCrop: at(96), videoLook }

/** Networks that leave a red subject half transparent in a dark scene, where `isHazy` says so of a pass. */
const hazyNetworks = (isHazy: (side: number) => boolean) => {
  const passes: number[] = []
  const networks: Networks = {
    passes: { wasm: { ...wasm, balanced }, webgpu },
    device: { backend: 'wasm', threads: 1, isolated: false, precision: 'int8', label: '', notes: [] },
    load: async () => {},
    isLoaded: () => true,
    run: async (_network, input, { width, height }) => {
      passes.push(width)
      const pixels = width * height
      const blue = input.subarray(2 * pixels).reduce((sum, value) => sum + value, 0) / pixels
      const alpha = isHazy(width) && blue < 0 ? 0.6 : 1
      const data = Float32Array.from({ length: pixels }, (_, i) =>
        (input[i] ?? 0) > (input[pixels + i] ?? 0) + 0.1 ? alpha : 0,
      )
      return { width, height, data }
    },
    runFeatures: async () => [],
    tryLoad: async () => false,
    tryRun: async () => undefined,
    dispose: async () => {},
  }
  return { networks, passes }
}

const disc = { x: 48, y: 32, radius: 14 }

/** The passes of key frames of one scene, one at each of these times. */
const passesAt = async (isHazy: (side: number) => boolean, times: readonly number[]) => {
  const { networks, passes } = hazyNetworks(isHazy)
  const policy = keyframePolicy('balanced', 'wasm', networks.passes)
  const estimate = createFrameEstimator(networks, () => policy, call)
  const raster = paintScene(size, { disc })
  const all: number[][] = []
  let key: { matte?: AlphaMask8; look: typeof notLooked } = { look: notLooked }
  for (const timestampSeconds of times) {
    passes.length = 0
    key = await estimate({ raster, timestampSeconds }, key.matte, key.look)
    all.push([...passes])
  }
  return { passes: all, matte: key.matte as AlphaMask8, look: key.look }
}

test('a scene in no doubt gets no larger pass', async () => {
  expect((await passesAt(() => false, [0, 1, 11])).passes).toEqual([[120], [96], [96]])
})

test('a scene goes on cheaply where the largest pass doubts as much', async () => {
  expect((await passesAt(() => true, [0, 1, 9, 10, 11])).passes).toEqual([
    [120, 192],
    [96],
    [96],
    [96, 192],
    [96],
  ])
})

test('a scene goes on cheaply where the usual pass agrees', async () => {
  const { passes, matte } = await passesAt((side) => side === 120, [0, 1, 2])
  expect(passes).toEqual([[120, 192, 96], [96], [96]])
  expect(Math.max(...matte.data)).toBe(255)
})

test('the smallest pass that agrees makes the key frames for ten seconds', async () => {
  const { passes, matte, look } = await passesAt((side) => side < 160, [0, 1, 2, 10])
  expect(passes).toEqual([[120, 192, 96, 128, 160], [160], [160], [160, 96, 128]])
  expect(look.step).toBe(2)
  expect(matte.data[disc.y * size.width + disc.x]).toBe(255)
})

test('the largest pass makes the key frames where none agrees', async () => {
  const { passes } = await passesAt((side) => side < 192, [0, 1, 10])
  expect(passes).toEqual([[120, 192, 96, 128, 160], [192], [192, 96, 128, 160]])
})

const frames = (count: number, light = 0): Raster[] =>
  Array.from({ length: count }, (_, i) =>
    paintScene(size, { disc: { ...disc, x: 30 + 3 * i }, light, seed: light ? 2.5 : 0 }),
  )

const estimate = async (pictures: readonly Raster[], sceneState?: number) => {
  const { networks, passes } = hazyNetworks((side) => side < 160)
  const mattes: FrameMatte[] = []
  const played = playFrames(pictures)
  for await (const matte of openVideoMatter(networks).estimate(played, 'balanced', call, sceneState))
    mattes.push(matte)
  return { passes, states: mattes.map((matte) => matte.sceneState), cut: mattes.findIndex((m) => m.isCut) }
}

test('a cut begins with the usual passes, and is looked at anew', async () => {
  const hazy = [120, 192, 96, 128, 160]
  expect(await estimate([...frames(3), ...frames(3, 90)])).toMatchObject({ cut: 3, passes: [...hazy, 120] })
  expect(await estimate([...frames(3, 90), ...frames(3)])).toMatchObject({ cut: 3, passes: [120, ...hazy] })
})

test('a job that goes on has the passes that the scene had', async () => {
  const pictures = frames(9)
  const whole = await estimate(pictures)
  expect(whole.passes).toEqual([120, 192, 96, 128, 160, 160, 160])
  const rest = await estimate(pictures.slice(4), whole.states[3])
  expect(rest.passes).toEqual([120, 160, 160])
  expect(rest.states).toEqual(whole.states.slice(4))
})

test('a look is kept in a number', () => {
  for (const look of [notLooked, { step: 3, period: 14 }, { step: 1, period: 0 }]) {
    expect(unpackLook(packLook(look))).toEqual(look)
    expect(packLook(look)).toBeLessThan(128)
  }
})
