import { expect, test } from 'vitest'
import { offeredSocials } from '../config/ServiceConfig.ts'

const credentials = { clientId: 'a', clientSecret: 'b' }
const config = {
  socials: { github: credentials, google: credentials, x: credentials },
  farcaster: { relayUrl: 'https://relay.example', optimismRpcUrl: 'https://rpc.example' },
}
const offered = (features: object | null) => offeredSocials(config, { features })

test('R9-45 networks with credentials are offered, in the order of spec 9', () => {
  expect(offered(null)).toEqual(['google', 'x', 'farcaster', 'github'])
  expect(offered({ activity: true })).toEqual(['google', 'x', 'farcaster', 'github'])
})

test('a project turns them off, or names its own in its own order', () => {
  expect(offered({ socials: false, email: true })).toEqual([])
  expect(offered({ socials: ['x', 'apple', 'google'], email: true })).toEqual(['x', 'google'])
})

test('without credentials there are none', () => {
  expect(offeredSocials({}, { features: null })).toEqual([])
})
