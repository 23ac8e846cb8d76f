import { expect, it } from 'vitest'
import { webUrl } from './webUrl.ts'

it.each(['https://example.net/', 'http://localhost:8080/terms'])('takes %s', (url) => {
  expect(webUrl(url)).toBe(url)
})

it.each([
  undefined,
  '',
  'javascript:alert(1)',
  ' jAvascript:alert(1)',
  'data:text/html,x',
  'wallet://x',
  'https://',
])('refuses %j', (url) => expect(webUrl(url)).toBeUndefined())
