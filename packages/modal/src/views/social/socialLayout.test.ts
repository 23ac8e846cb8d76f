import { SOCIAL_PROVIDERS } from '@latchkey/core'
import { expect, it } from 'vitest'
import { socialLayout } from './socialProviders.ts'

it.each([
  [0, [], [], false],
  [1, ['google'], [], false],
  [2, [], ['google', 'x'], false],
  [3, ['google'], ['x', 'farcaster'], false],
  [6, ['google'], ['x', 'farcaster', 'discord', 'apple', 'github'], false],
  [7, ['google'], ['x', 'farcaster', 'discord', 'apple'], true],
])('%i networks', (count, wide, tiles, hasMore) => {
  expect(socialLayout(SOCIAL_PROVIDERS.slice(0, count))).toEqual({ wide, tiles, hasMore })
})
