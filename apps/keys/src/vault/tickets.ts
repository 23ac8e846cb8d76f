import { randomId } from '@latchkey/std/randomId'
import { CancelledError } from '../errors/keysErrors.ts'
import { createOneUseKey } from '../hpke/hpkeOpen.ts'
import type { Ticket } from './Vault.ts'

const LIMIT = 8

export type Tickets = {
  open(): Promise<Ticket>
  /** Gives the pair out once. @throws CancelledError when it is not there any more: that says nothing of the share */
  take(id: string): CryptoKeyPair
  clear(): void
}

/** Holds one-use key pairs until an answer that was sealed to them arrives. The oldest goes when too many wait. */
export function createTickets(): Tickets {
  const waiting = new Map<string, CryptoKeyPair>()
  return {
    async open() {
      const { keyPair, publicKey } = await createOneUseKey()
      const [oldest] = waiting.keys()
      if (waiting.size >= LIMIT && oldest !== undefined) waiting.delete(oldest)
      const id = randomId()
      waiting.set(id, keyPair)
      return { id, publicKey }
    },
    take(id) {
      const keyPair = waiting.get(id)
      waiting.delete(id)
      if (!keyPair) throw new CancelledError()
      return keyPair
    },
    clear: () => waiting.clear(),
  }
}
