import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Composition, type CompositionParts, noComposition } from '#contract/composition.ts'
import { CutoutCanvas } from '#studio/features/video/player/cutout-canvas.tsx'
import { eventually } from '#support/eventually.ts'

const size = { width: 64, height: 36 }
const picture = Object.assign(document.createElement('canvas'), size)
let shown = { image: picture, ...size, seconds: 0 }
const sourceFrame = () => shown
/** The subject is the left half. */
const data = Uint8Array.from({ length: 64 * 36 }, (_, i) => (i % 64 < 32 ? 255 : 0))
const frames = [0, 1].map((timestampSeconds) => ({ timestampSeconds, data }))
const mattes = async () => ({ ...size, fromSeconds: 0, toSeconds: 2, frames })
const composite = { isMask: false, background: null, hasBinaryAlpha: false }
const layout = { content: size, source: { x: 0, y: 0, width: 1, height: 1 } }
const pivot = { x: 0.5, y: 0.5 }

const looks = (change: Partial<Composition>): CompositionParts => ({
  composition: { ...noComposition, ...change },
  picture: new Blob(),
})
const blurred = (blur: number) => ({ kind: 'original', blur, saturation: 1 }) as const
const shadowAt = (angle: number) => ({ color: '#000000', opacity: 1, angle, distance: 0.1, softness: 0 })

let root: Root
let box: HTMLElement
const show = (parts: CompositionParts | null) =>
  act(async () =>
    root.render(
      <CutoutCanvas
        sourceFrame={sourceFrame}
        mattes={mattes}
        composite={composite}
        parts={parts}
        layout={layout}
        pivot={pivot}
        label="Clip"
      />,
    ),
  )
const canvases = () => [...box.querySelectorAll('canvas')]
const cutout = () => box.querySelector<HTMLCanvasElement>('canvas[role=img]')
const isPainted = () => cutout()?.dataset.painted === 'true'
const opaqueAt = (canvas: HTMLCanvasElement | null | undefined, x: number) =>
  canvas?.getContext('2d')?.getImageData(Math.floor(x * canvas.width), canvas.height / 2, 1, 1).data[3]
const twoRefreshes = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const context = picture.getContext('2d')
  context?.fillRect(0, 0, size.width, size.height)
  shown = { image: picture, ...size, seconds: 0 }
  box = document.body.appendChild(document.createElement('div'))
  Object.assign(box.style, { position: 'relative', width: '640px', height: '360px' })
  root = createRoot(box)
})

afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('the cut-out stays painted when a ground comes behind it and goes', async () => {
  await show(null)
  await eventually(() => expect(isPainted()).toBe(true))
  await show(looks({ background: blurred(0.03) }))
  await eventually(() => expect(opaqueAt(canvases()[0], 0.5)).toBe(255))
  expect(isPainted()).toBe(true)
  expect([opaqueAt(cutout(), 0.2), opaqueAt(cutout(), 0.8)]).toEqual([255, 0])
  await show(null)
  expect(canvases()).toHaveLength(1)
  expect([opaqueAt(cutout(), 0.2), opaqueAt(cutout(), 0.8)]).toEqual([255, 0])
})

test('a moving slider paints only what it changes, another frame all', async () => {
  await show(looks({ background: blurred(0.03), shadow: shadowAt(90) }))
  await eventually(() => expect(isPainted()).toBe(true))
  const [plate, shadow] = canvases()
  expect(opaqueAt(shadow, 0.53)).toBe(255)
  const drawn = new Map<HTMLCanvasElement, number>()
  const original = CanvasRenderingContext2D.prototype.drawImage
  vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage').mockImplementation(function (
    this: CanvasRenderingContext2D,
    ...what: unknown[]
  ) {
    drawn.set(this.canvas, (drawn.get(this.canvas) ?? 0) + 1)
    Reflect.apply(original, this, what)
  })
  const painted = () => [plate, shadow, cutout()].map((canvas) => canvas != null && drawn.has(canvas))

  await show(looks({ background: blurred(0.03), shadow: shadowAt(270) }))
  await eventually(() => expect(painted()).toEqual([false, true, false]))
  expect(opaqueAt(shadow, 0.53)).toBe(0)

  await show(looks({ background: blurred(0.06), shadow: shadowAt(270) }))
  await twoRefreshes()
  expect(painted()).toEqual([false, true, false])

  shown = { ...shown, seconds: 1 }
  await eventually(() => expect(painted()).toEqual([true, true, true]))
})
