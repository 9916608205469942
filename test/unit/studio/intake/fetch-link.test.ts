import { expect, test } from 'vitest'
import { fetchLink, linkFrom } from '#studio/intake/fetch-link.ts'

const answering = (response: Response) => async () => response

test('only https addresses are links', () => {
  expect(linkFrom(' https://a.example/cat.jpg ')?.host).toBe('a.example')
  for (const text of ['cat.jpg', 'http://a.example/cat.jpg', 'javascript:alert(1)', 'data:image/png,x', ''])
    expect(linkFrom(text)).toBeNull()
})

test('a linked picture comes in under the name in its address', async () => {
  const picture = new Response(new Blob(['x'], { type: 'image/png' }))
  const file = await fetchLink('https://a.example/pets/my%20cat.png?w=2', answering(picture))
  expect(file.name).toBe('my cat.png')
  expect(file.size).toBe(1)
})

test('a host that forbids reading is named, with a way on', async () => {
  const refusing = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(fetchLink('https://a.example/cat.jpg', refusing)).rejects.toThrow(
    'a.example could not be reached, or does not let other pages read its files. Save the file and drop it here.',
  )
})

test('an answer that is no picture is refused in plain words', async () => {
  const gone = answering(new Response(null, { status: 404 }))
  await expect(fetchLink('https://a.example/cat.jpg', gone)).rejects.toThrow('a.example answered 404')
  const page = answering(new Response('<html>', { headers: { 'Content-Type': 'text/html' } }))
  await expect(fetchLink('https://a.example/cat', page)).rejects.toThrow('opens a page')
})
