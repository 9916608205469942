import { expect, test } from 'vitest'
import { openPages } from '#service/open-pages.ts'
import { eventually } from '#support/eventually.ts'

/** The locks of a browser of its own, whose pages can be closed. */
const openBrowser = () => {
  const id = crypto.randomUUID()
  const openPage = (waitMs = 20_000) => {
    const page = new AbortController()
    const request = (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) =>
      navigator.locks.request(`${id} ${name}`, options, (lock) => {
        const closed = new Promise((_, reject) => {
          page.signal.addEventListener('abort', () => reject(new Error('closed')))
        })
        return Promise.race([work(lock), closed])
      })
    const whileAlone = openPages({ request } as LockManager, waitMs)
    return { whileAlone, close: () => page.abort() }
  }
  return openPage
}

test('a page is alone until another one is open', async () => {
  const openPage = openBrowser()
  const page = openPage()
  expect(await page.whileAlone(async () => 'alone')).toBe('alone')
  expect(await page.whileAlone(async () => 'again')).toBe('again')
  const other = openPage(50)
  expect(await other.whileAlone(async () => 'alone')).toBeUndefined()
  page.close()
  await eventually(async () => expect(await other.whileAlone(async () => 'alone')).toBe('alone'))
})

test('work that fails while the page is alone says so', async () => {
  const { whileAlone } = openBrowser()()
  await expect(whileAlone(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
})
