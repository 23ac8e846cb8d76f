import type { CustomWallet } from '@latchkey/core'
import { expect, it } from 'vitest'
import { SAMPLE_URI } from '../../states/samplePairing.ts'
import { type LinkPlace, walletLink } from './walletLink.ts'

const wallet = (link: string): CustomWallet => ({
  id: 'a',
  name: 'A',
  mobile_link: link,
  webapp_link: link,
  desktop_link: link,
})
const handed = `wc?uri=${encodeURIComponent(SAMPLE_URI)}`

it.each<[LinkPlace, string, string]>([
  ['mobile', 'rainfall:', `rainfall://${handed}`],
  ['mobile', 'rainfall://', `rainfall://${handed}`],
  ['desktop', 'rainfall://open', `rainfall://open/${handed}`],
  ['mobile', 'https://rainfall.example', `https://rainfall.example/${handed}`],
  ['web', 'https://rainfall.example/app/', `https://rainfall.example/app/${handed}`],
])('on %s makes of %s a link with the pairing', (place, link, href) => {
  expect(walletLink(wallet(link), SAMPLE_URI, place)?.href).toBe(href)
})

it.each<[LinkPlace, string]>([
  ['mobile', 'javascript:alert(1)//'],
  ['mobile', ' JavaScript:alert(1)'],
  ['desktop', 'data:text/html,x'],
  ['desktop', 'file:///etc/passwd'],
  ['mobile', 'http://rainfall.example'],
  ['web', 'rainfall://'],
  ['web', 'javascript:alert(1)'],
  ['mobile', 'no link'],
  ['mobile', ''],
])('on %s refuses %j', (place, link) => {
  expect(walletLink(wallet(link), SAMPLE_URI, place)).toBeUndefined()
})

it('has none where the wallet has none', () => {
  expect(walletLink({ id: 'a', name: 'A' }, SAMPLE_URI, 'mobile')).toBeUndefined()
})
