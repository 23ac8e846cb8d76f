import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

type Kept = { payload: AdapterPayload; expiresAt: number }

const seconds = () => Date.now() / 1000

/**
 * Keeps what an oidc-provider stores in a Map of its own, so that two providers of one process share nothing.
 *
 * @returns what `configuration.adapter` takes
 */
export function memoryAdapter(): AdapterFactory {
  const kept = new Map<string, Kept>()
  const read = (key: string) => {
    const found = kept.get(key)
    if (found && found.expiresAt > seconds()) return found.payload
    kept.delete(key)
    return undefined
  }
  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`
    const findBy = (member: 'uid' | 'userCode', value: string) => {
      for (const [key, { payload }] of kept)
        if (key.startsWith(`${model}:`) && payload[member] === value) return read(key)
      return undefined
    }
    return {
      async upsert(id, payload, expiresIn) {
        kept.set(keyOf(id), {
          payload,
          expiresAt: expiresIn ? seconds() + expiresIn : Number.POSITIVE_INFINITY,
        })
      },
      find: async (id) => read(keyOf(id)),
      findByUid: async (uid) => findBy('uid', uid),
      findByUserCode: async (code) => findBy('userCode', code),
      async consume(id) {
        const payload = read(keyOf(id))
        if (payload) payload.consumed = Math.floor(seconds())
      },
      async destroy(id) {
        kept.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
      },
    }
  }
}
