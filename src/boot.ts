import { mendFiles } from '#base/mend-files.ts'
import { scopedName } from '#base/scoped-name.ts'

/**
 * Runs before the page's own script and styles, in a file of its own whose name never changes. Where one of them cannot be used,
 * as after a host has answered with a page in its place, it is fetched past the cache and the page is loaded once more; where
 * that is of no use, the page says so. Nothing is lost by that, since the studio has not begun.
 */
const script = document.currentScript as HTMLScriptElement
const base = new URL('.', script.src).href

/** The files for which this tab was loaded anew, so that none is tried twice. */
const triedItem = scopedName('clearcut-loaded-anew', new URL(base).pathname)

const failed: string[] = []
let isMending = false

const rescue = async (): Promise<void> => {
  try {
    const tried: readonly string[] = JSON.parse(sessionStorage.getItem(triedItem) ?? '[]')
    const fresh = failed.filter((url) => !tried.includes(url))
    if (fresh.length > 0) {
      sessionStorage.setItem(triedItem, JSON.stringify([...tried, ...fresh]))
      await mendFiles(base, fresh)
      location.reload()
      return
    }
  } catch (cause) {
    console.warn('A part of the studio could not be loaded:', cause)
  }
  document.getElementById('not-loaded')?.removeAttribute('hidden')
}

const afterParsing = (work: () => void): void => {
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => work(), { once: true })
  else work()
}

// The events of elements do not bubble.
addEventListener(
  'error',
  ({ target }) => {
    const url =
      target instanceof HTMLScriptElement
        ? target.src
        : target instanceof HTMLLinkElement && target.rel === 'stylesheet'
          ? target.href
          : ''
    // Once the page shows something, what it loads later is its own concern.
    const hasBegun = document.getElementById('root')?.hasChildNodes()
    if (hasBegun || !url.startsWith(`${base}assets/`)) return
    failed.push(url)
    if (isMending) return
    isMending = true
    afterParsing(() => void rescue())
  },
  true,
)
