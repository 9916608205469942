import { expect, test } from 'vitest'
import { linkProblem } from '#contract/public-url.ts'
import { words } from '#support/words.ts'

test.each(
  words(`
  https://example.com/cat.jpg https://EXAMPLE.com https://cdn.example.co.uk:8443/a?b=c#d
  https://example.com./x https://xn--bcher-kva.example.org/ https://8.8.8.8/x.png https://100.63.0.1/
  https://100.128.0.1/ https://172.15.0.1/ https://172.32.0.1/ https://192.0.3.1/ https://198.51.101.1/
  https://[2606:4700:4700::1111]/x.png
`),
)('D-3: %s may be fetched', (link) => {
  expect(linkProblem(link)).toBeNull()
})

test.each([
  'http://example.com/cat.jpg',
  'ftp://example.com/x',
  'file:///etc/passwd',
  'data:image/png;base64,AA==',
  'blob:https://example.com/1',
  'javascript:alert(1)',
])('D-3: %s is refused for its scheme', (link) => {
  expect(linkProblem(link)).toBe('link_not_https')
})

test.each(['', 'cat.jpg', '//example.com/x', 'https://', 'https://exa mple.com', 'not a link'])(
  'D-3: %j is no web address',
  (link) => {
    expect(linkProblem(link)).toBe('link_not_an_address')
  },
)

test.each(
  words(`
  https://localhost/x https://LOCALHOST./x https://studio.localhost/ https://printer/ https://printer.local/
  https://metadata.google.internal/ https://router.home.arpa/ https://0.0.0.0/ https://10.1.2.3/
  https://100.64.0.1/ https://127.0.0.1:8080/ https://127.1/ https://2130706433/ https://0x7f000001/
  https://0177.0.0.1/ https://169.254.169.254/latest/meta-data https://172.16.0.1/ https://172.31.255.255/
  https://192.0.0.1/ https://192.0.2.1/ https://192.168.1.1/ https://198.18.0.1/ https://198.51.100.7/
  https://203.0.113.7/ https://224.0.0.1/ https://255.255.255.255/ https://[::]/ https://[::1]/
  https://[::ffff:127.0.0.1]/ https://[64:ff9b::7f00:1]/ https://[fc00::1]/ https://[fd12:3456::1]/
  https://[fe80::1]/ https://[ff02::1]/ https://[2001:db8::1]/ https://[2001::1]/ https://[2002:7f00:1::]/
`),
)('D-3: %s is not a public host', (link) => {
  expect(linkProblem(link)).toBe('link_not_public')
})

test('a link that carries a password is refused', () => {
  expect(linkProblem('https://me:secret@example.com/')).toBe('link_has_credentials')
  expect(linkProblem('https://me@example.com/')).toBe('link_has_credentials')
})
