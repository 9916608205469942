import { expect, test } from 'vitest'
import type { AlphaMask8, Raster } from '#engine/raster.ts'
import { createFrameEstimator } from '#matting/estimate-frame.ts'
import { keyframePolicy } from '#matting/keyframe-policy.ts'
import { notLooked, packLook, type SceneLook, unpackLook } from '#matting/look-again.ts'
import type { InferencePass } from '#matting/network-catalog.ts'
import type { Networks } from '#matting/networks.ts'
import { type FrameMatte, openVideoMatter } from '#matting/video-matter.ts'
import { paintScene, playFrames } from '#support/painted-rasters.ts'
import { passesOn } from '#support/pass-table.ts'

const size = { width: 96, height: 64 }
const call = { signal: new AbortController().signal, onProgress: () => {} }
const at = (side: number): InferencePass => ({ network: 'any', width: side, height: side })
const { wasm, webgpu } = passesOn('any')
const videoLook = { aboveUncertainty: 0.25, passes: [at(128), at(160), at(192)] }
const balanced = { image: [at(64)], video: at(120), videoCrop: at(96), videoLook }

/** Networks that give a red subject in a dark scene the alpha that is told for the side of a pass. */
const hazyNetworks = (alphaAt: (side: number) => number) => {
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
      const alpha = blue < 0 ? alphaAt(width) : 1
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

/** The passes of each of the first key frames of one scene. */
const passesOfKeys = async (alphaAt: (side: number) => number, count: number) => {
  const { networks, passes } = hazyNetworks(alphaAt)
  const policy = keyframePolicy('balanced', 'wasm', networks.passes)
  const estimate = createFrameEstimator(networks, () => policy, call)
  const raster = paintScene(size, { disc })
  const all: number[][] = []
  let key: { matte?: AlphaMask8; look: SceneLook } = { look: notLooked }
  for (let index = 0; index < count; index++) {
    passes.length = 0
    key = await estimate({ raster, timestampSeconds: index }, key.matte, key.look)
    all.push([...passes])
  }
  return { passes: all, matte: key.matte as AlphaMask8, look: key.look }
}

/** Hazy in small passes, less so from 128 px on, and clear from a side on. */
const clearFrom = (side: number) => (each: number) => (each >= side ? 1 : each >= 128 ? 0.75 : 0.6)
const usual = [[96]]
const times = (count: number, passes: readonly number[][]) =>
  Array.from({ length: count }, () => passes).flat()

test('a certain scene gets no larger pass', async () => {
  expect((await passesOfKeys(() => 1, 3)).passes).toEqual([[120], [96], [96]])
})

test('a scene stays cheap where the larger pass uncertainties as much', async () => {
  expect((await passesOfKeys(() => 0.6, 21)).passes).toEqual([
    [120, 128],
    ...times(18, usual),
    [96, 128],
    [96],
  ])
})

test('looks in vain take a tenth of the work at most', async () => {
  const { passes } = await passesOfKeys(() => 0.6, 200)
  const workOf = (isLook: boolean) =>
    passes
      .slice(1)
      .flat()
      .reduce((sum, side) => sum + ((side === 128) === isLook ? side ** 2 : 0), 0)
  expect(workOf(true) / workOf(false)).toBeLessThan(0.1)
})

test('a scene goes on cheaply where the usual pass agrees', async () => {
  const { passes, matte } = await passesOfKeys((side) => (side === 120 ? 0.6 : 1), 3)
  expect(passes).toEqual([[120, 128, 192, 96], [96], [96]])
  expect(Math.max(...matte.data)).toBe(255)
})

const frames = (count: number, light = 0): Raster[] =>
  Array.from({ length: count }, (_, i) =>
    paintScene(size, { disc: { ...disc, x: 30 + 3 * i }, light, seed: light ? 2.5 : 0 }),
  )

const estimate = async (
  pictures: readonly Raster[],
  { sceneState, alphaAt = clearFrom(160) }: { sceneState?: number; alphaAt?: (side: number) => number } = {},
) => {
  const { networks, passes } = hazyNetworks(alphaAt)
  const mattes: FrameMatte[] = []
  const played = playFrames(pictures)
  for await (const matte of openVideoMatter(networks).estimate(played, 'balanced', call, sceneState))
    mattes.push(matte)
  return { passes, states: mattes.map((matte) => matte.sceneState), cut: mattes.findIndex((m) => m.isCut) }
}

test('a cut begins with the usual passes, and is looked at anew', async () => {
  const hazy = [120, 128, 192, 96, 160]
  expect(await estimate([...frames(2), ...frames(2, 90)])).toMatchObject({ cut: 2, passes: [...hazy, 120] })
  expect(await estimate([...frames(2, 90), ...frames(2)])).toMatchObject({ cut: 2, passes: [120, ...hazy] })
})

test('a look in vain keeps no other scene from one', async () => {
  const cuts = [...frames(2), ...frames(2, 90), ...frames(2)]
  const { passes } = await estimate(cuts, { alphaAt: () => 0.6 })
  expect(passes).toEqual([120, 128, 120, 120, 128])
})

test('a job that goes on has the passes that the scene had', async () => {
  const pictures = frames(6)
  const whole = await estimate(pictures)
  expect(whole.passes).toEqual([120, 128, 192, 96, 160, 160, 160])
  const rest = await estimate(pictures.slice(3), { sceneState: whole.states[2] ?? 0 })
  expect(rest.passes).toEqual([120, 160, 160])
  expect(rest.states.map((state = 1) => unpackLook(state).step)).toEqual([2, 2, 2])
})

test('a look is kept in a number', () => {
  for (const look of [notLooked, { step: 3, wait: 30 }, { step: 1, wait: 7 }]) {
    expect(unpackLook(packLook(look))).toEqual(look)
    expect(packLook(look)).toBeGreaterThan(0)
    expect(packLook(look)).toBeLessThan(128)
  }
})
