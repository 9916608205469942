import type { Page } from '@playwright/test'
import type { Job } from '#contract/job.ts'
import { expect } from './studio-page.ts'

type Submission = {
  readonly file: Buffer
  readonly fields?: Readonly<Record<string, string>>
  readonly field?: string
}

/** What `fetch` of a video request gives in the page. */
export const submitVideo = (
  page: Page,
  { file, fields = {}, field = 'file' }: Submission,
): Promise<{ status: number; json: Job; requestId: string | null }> =>
  page.evaluate(
    async ({ base64, fields, field }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const form = new FormData()
      form.set(field, new File([bytes], 'clip.mp4'))
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      const response = await fetch('v1/remove', { method: 'POST', body: form })
      const requestId = response.headers.get('X-Request-ID')
      return { status: response.status, json: await response.json(), requestId }
    },
    { base64: file.toString('base64'), fields, field },
  )

export const fetchJob = (page: Page, url: string): Promise<{ status: number; json: Job }> =>
  page.evaluate(async (url) => {
    const response = await fetch(url)
    return { status: response.status, json: await response.json() }
  }, url)

/** Polls a job to its end; gives every different state of it that was seen. */
export const pollUntilEnded = async (page: Page, url: string): Promise<readonly Job[]> => {
  const seen: Job[] = []
  await expect
    .poll(
      async () => {
        const { json } = await fetchJob(page, url)
        seen.push(json)
        return json.status
      },
      { intervals: [100, 250] },
    )
    .toMatch(/completed|failed/)
  return seen
}

export const fetchFile = async (
  page: Page,
  url: string,
): Promise<{ headers: Record<string, string>; body: Buffer }> => {
  const { headers, base64 } = await page.evaluate(async (url) => {
    const response = await fetch(url)
    const reader = new FileReader()
    const read = new Promise<string>((resolve) => {
      reader.onload = () => resolve(String(reader.result))
    })
    reader.readAsDataURL(await response.blob())
    const text = await read
    return { headers: Object.fromEntries(response.headers), base64: text.slice(text.indexOf(',') + 1) }
  }, url)
  return { headers, body: Buffer.from(base64, 'base64') }
}
