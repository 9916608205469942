import { createEditPreview, type PreviewScene } from '#studio/edit/edit-preview.ts'

/** Milliseconds of the main thread. */
export type DrawingTimes = {
  readonly brush: string
  /** The first point, with the paints of the scene made before. */
  readonly begin: number
  readonly moveMedian: number
  readonly moveP95: number
  /** The end of a stroke of 61 points, which then waits for its result. */
  readonly finish: number
}

/** Runs in a page. Draws one stroke with each size of the brush over a picture of 12 megapixels. */
export const drawStrokes = async (ratio: number): Promise<readonly DrawingTimes[]> => {
  const photo = new OffscreenCanvas(4000, 3000)
  const context = photo.getContext('2d')
  if (context) context.fillStyle = '#aa3333'
  context?.fillRect(0, 0, 4000, 3000)
  const picture = await createImageBitmap(photo, { resizeWidth: 2309, resizeHeight: 1732 })
  const scale = (600 * ratio) / 3000
  const scene: PreviewScene = {
    size: { width: 848 * ratio, height: 664 * ratio },
    map: [scale, 0, 0, scale, 24 * ratio, 32 * ratio],
    pictureSize: { width: 4000, height: 3000 },
    ratio,
    view: 'result',
    picture,
    subject: null,
    backdrop: { base: '#ffffff', check: '#eeeeee' },
  }
  const canvases = {
    pending: document.createElement('canvas'),
    drawn: document.createElement('canvas'),
  }
  document.body.append(canvases.pending, canvases.drawn)
  const timed = (work: () => void): number => {
    const begun = performance.now()
    work()
    return performance.now() - begun
  }
  const all: DrawingTimes[] = []
  for (const diameter of [40, 150, 300]) {
    const preview = createEditPreview(canvases)
    preview.setScene(scene)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const points: [number, number, number][] = [[500, 500, 1]]
    const radius = (diameter * ratio) / 2 / scale
    const edit = { kind: 'stroke', mode: 'keep', radius, hardness: 0.8, snap: true, points } as const
    const begin = timed(() => preview.draw(edit, 0))
    const moves: number[] = []
    for (let at = 1; at <= 60; at += 1) {
      points.push([500 + at * 50, 1500 + 800 * Math.sin(at / 6), 1])
      moves.push(timed(() => preview.draw(edit, at)))
      await new Promise(requestAnimationFrame)
    }
    moves.sort((a, b) => a - b)
    const finish = timed(() => preview.finish(edit))
    all.push({
      brush: `${diameter} px at ${ratio} device px`,
      begin,
      moveMedian: moves[30] ?? 0,
      moveP95: moves[56] ?? 0,
      finish,
    })
  }
  return all
}
