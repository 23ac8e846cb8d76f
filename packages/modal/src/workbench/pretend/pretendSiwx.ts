import type { Config, Siwx, SiwxMessageData } from '@latchkey/core'
import { never } from './pretendConnectors.ts'

const DATA: SiwxMessageData = {
  chainId: 'eip155:1',
  accountAddress: '',
  nonce: 'abcdefgh12',
  domain: 'example.net',
  uri: 'https://example.net',
  version: '1',
}

/** A sign-in that nobody checks; it never ends unless told to. */
export function pretendSiwx(config: Config, parts: Partial<Siwx> = {}): void {
  config.siwx = {
    createMessage: async () => ({ ...DATA, toString: () => 'Sign in' }),
    addSession: async () => undefined,
    setSessions: async () => undefined,
    getSessions: async () => [],
    revokeSession: async () => undefined,
    signMessage: () => never(),
    ...parts,
  }
  config.metadata = {
    name: 'Harbour Market',
    description: '',
    url: 'https://market.example.net',
    icons: [],
  }
}
