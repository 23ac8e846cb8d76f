import { SOCIAL_PROVIDERS, socialProviderOf } from '@latchkey/protocol/socials'
import { describe, expect, it } from 'vitest'
import { defaultFeatures } from '../remote/knownFeatures.ts'
import { testConfig } from '../testing/testConfig.ts'
import { offersPasskeys, socialProviders } from './identityConnector.ts'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

describe('the networks that a page offers', () => {
  it('R9-45 R1-4 are google, x, farcaster, discord, apple, github, facebook by default', () => {
    const names = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']
    expect(defaultFeatures.socials).toEqual(names)
    expect(SOCIAL_PROVIDERS).toEqual(names)
    expect(socialProviders(testConfig().config, defaultFeatures)).toEqual(names)
  })
  it('have the page’s own order, each once', () => {
    expect(socialProviders(testConfig().config, { socials: ['github', 'google', 'github'] })).toEqual([
      'github',
      'google',
    ])
  })
  it.each<[string, string[] | false | undefined]>([
    ['off', false],
    ['empty', []],
    ['not known yet', undefined],
  ])('are none where social login is %s', (_, socials) => {
    expect(socialProviders(testConfig().config, socials === undefined ? {} : { socials })).toEqual([])
  })
  it('R5-27 leave out unknown names', () => {
    const socials = ['myspace', 'constructor', 'google', '__proto__']
    expect(socialProviders(testConfig().config, { socials })).toEqual(['google'])
    expect(socialProviderOf(['google'])).toBeUndefined()
  })
  it('R6-3 are none on a chain that the embedded wallet does not support', () => {
    const { config } = testConfig()
    config.networks.setState({ activeId: SOLANA })
    expect(socialProviders(config, defaultFeatures)).toEqual([])
    expect(offersPasskeys(config, defaultFeatures)).toBe(false)
  })
})

describe('passkeys', () => {
  it.each([
    [{ email: true }, true],
    [{ email: false, socials: ['x'] }, true],
    [{ email: false, socials: [] }, false],
    [{ email: false, socials: false }, false],
    [{ email: true, passkeys: false }, false],
  ] as const)('with %j are offered: %j', (features, expected) => {
    expect(offersPasskeys(testConfig().config, features)).toBe(expected)
  })
})
