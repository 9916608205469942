import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { pictureInfo } from '#studio/queries/picture-info.ts'

/** An image element of a browser that does not show the file. */
class UnreadImage {
  onerror = () => {}
  set src(_: string) {
    this.onerror()
  }
}

afterEach(() => vi.unstubAllGlobals())

test('what the browser does not show has the size of its cut-out', async () => {
  vi.stubGlobal('Image', UnreadImage)
  const source = { width: 40, height: 30 }
  const picture = { id: 'a', file: new Blob(['heic']) }
  const read = (answer: Parameters<typeof pictureInfo>[0]['answer']) =>
    new QueryClient().fetchQuery(pictureInfo({ ...picture, answer: answer ?? null }))
  expect(await read({ placement: { source } })).toEqual({ size: source, thumbnail: null, isShown: false })
  expect(await read(null)).toEqual({ size: null, thumbnail: null, isShown: false })
})
