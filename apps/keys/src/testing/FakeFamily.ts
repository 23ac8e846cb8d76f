import type { Account } from '@latchkey/protocol'
import type { Encrypted, IdentityProvider, RecoveryKind } from '@latchkey/protocol/http'

type Bytes = Uint8Array<ArrayBuffer>
export type FakeKeyset = { deviceId: string; share: Bytes }
export type FakeWallet = {
  id: string
  status: 'pending' | 'active'
  accounts: Account[]
  tier: 'standard' | 'protected'
  /** What opens a protected wallet. */
  methods: RecoveryKind[]
  keysets: Map<string, FakeKeyset>
  recovery: { keysetId: string; share: Bytes; clientShare: Encrypted; key: Bytes }
}
export type FakeUser = {
  id: string
  email: string | null
  userName: string | null
  grants: string[]
  wallet: FakeWallet | null
  frozen: boolean
}
/** One sign-in, with the tokens that came of it. */
export type FakeFamily = {
  user: FakeUser
  provider: IdentityProvider
  jkt: string
  access: string
  accessExpiresAt: number
  refresh: string
  old: Set<string>
  revoked: boolean
  authTime: number
  emailSharedWith: string[]
}
