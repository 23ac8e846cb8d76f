import { describe, expect, it } from 'vitest'
import type { Siwx } from '../interfaces/Connector.ts'
import { chooseSiwx, type SiweClient, type SiweConfig } from './siweConfig.ts'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const page = () => ({ host: 'shop.example', origin: 'https://shop.example' })

/** A back end, and what a page tells of it in the older form. */
function backEnd(more: Partial<SiweConfig> = {}) {
  const heard: string[] = []
  let session: { address: string; chainId: number } | null = null
  const config: SiweConfig = {
    getNonce: async () => 'abcdefgh1',
    createMessage: (fields) => JSON.stringify(fields),
    verifyMessage: async () => {
      session = { address: '0xAb', chainId: 1 }
      return true
    },
    getSession: async () => session,
    signOut: async () => {
      session = null
      return true
    },
    onSignIn: (of) => void heard.push(`in ${of?.address} ${of?.chainId}`),
    onSignOut: () => void heard.push('out'),
    ...more,
  }
  return { config, heard, hasSession: () => session !== null }
}

/** As `createSIWEConfig` of AppKit answers: its own functions ask AppKit, and do nothing where that is not on the page. */
class Client implements SiweClient {
  options: SiweClient['options']
  methods: SiweClient['methods']
  constructor({ enabled = true, required = true, ...methods }: SiweConfig) {
    this.options = { enabled, required }
    this.methods = methods
  }
  async signOut() {
    return false
  }
}
const asked = { accountAddress: '0xAb', chainId: 'eip155:1' } as const
const signed = {
  data: { ...asked, nonce: '', domain: '', uri: '', version: '1' },
  message: 'm',
  signature: '0x01',
}

describe('siweConfig', () => {
  it('has the page say more of a message, and tells it who has signed in and out', async () => {
    const params = {
      statement: 'Hi.',
      exp: '2030-01-01T00:00:00Z',
      requestId: '7',
      resources: ['https://a.example'],
    }
    const { config, heard } = backEnd({ getMessageParams: async () => params })
    const siwx = chooseSiwx({ siweConfig: config }, page) as Siwx
    const message = await siwx.createMessage(asked)
    expect(message).toMatchObject({
      ...{ statement: 'Hi.', expirationTime: params.exp, requestId: '7', resources: params.resources },
      ...{ domain: 'shop.example', uri: 'https://shop.example', nonce: 'abcdefgh1' },
    })
    expect(JSON.parse(`${message}`)).toMatchObject({ ...params, address: '0xAb', chainId: 1 })
    await siwx.addSession(signed)
    await siwx.revokeSession('eip155:1', '0xAb')
    expect(heard).toEqual(['in 0xAb 1', 'out'])
  })

  it('takes what AppKit makes of it', async () => {
    const { config, heard, hasSession } = backEnd({ required: false })
    const siwx = chooseSiwx({ siweConfig: new Client(config) }, page) as Siwx
    expect(siwx.getRequired?.()).toBe(false)
    expect(JSON.parse(`${await siwx.createMessage(asked)}`).address).toBe('did:pkh:eip155:1:0xAb')
    await siwx.addSession(signed)
    expect(hasSession()).toBe(true)
    await siwx.revokeSession('eip155:1', '0xAb')
    expect(hasSession()).toBe(false)
    expect(heard).toEqual(['in 0xAb 1', 'out'])
    expect(chooseSiwx({ siweConfig: new Client({ ...config, enabled: false }) }, page)).toBeUndefined()
  })

  it('asks nothing of an account of another namespace, which ends no session of Ethereum', async () => {
    const { config, hasSession } = backEnd()
    const siwx = chooseSiwx({ siweConfig: config }, page) as Siwx
    await siwx.addSession(signed)
    expect(await siwx.getSessions(SOLANA, '9xQe')).toHaveLength(1)
    await siwx.revokeSession(SOLANA, '9xQe')
    expect(hasSession()).toBe(true)
  })
})
