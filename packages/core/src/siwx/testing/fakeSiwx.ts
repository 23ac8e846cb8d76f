import type { Siwx, SiwxSession } from '../../interfaces/Connector.ts'

export type FakeSiwx = Siwx & { sessions: SiwxSession[]; revoked: string[]; fail: Error | undefined }

/** A plug-in over an array. `options` may replace any member. */
export function fakeSiwx(options: Partial<Siwx> = {}): FakeSiwx {
  const isOf = (chainId: string, address: string) => (session: SiwxSession) =>
    session.data.chainId === chainId && session.data.accountAddress === address
  const fake: FakeSiwx = {
    sessions: [],
    revoked: [],
    fail: undefined,
    async createMessage({ accountAddress, chainId }) {
      const data = {
        chainId,
        accountAddress,
        nonce: 'abcdefgh1',
        domain: 'shop.example',
        uri: 'https://shop.example',
        version: '1',
      }
      return { ...data, toString: () => `sign in ${accountAddress} on ${chainId}` }
    },
    async addSession(session) {
      if (fake.fail) throw fake.fail
      fake.sessions.push(session)
    },
    async setSessions(sessions) {
      fake.sessions = [...sessions]
    },
    async getSessions(chainId, address) {
      return fake.sessions.filter(isOf(chainId, address))
    },
    async revokeSession(chainId, address) {
      fake.revoked.push(`${chainId}:${address}`)
      fake.sessions = fake.sessions.filter((session) => !isOf(chainId, address)(session))
    },
    ...options,
  }
  return fake
}
