/** What an account of one namespace is: found from the wallet's root. */
export type DerivedKey = {
  address: string
  /** Whoever received the key zeroes it. */
  privateKey: Uint8Array
}

export type Signed =
  | { kind: 'signature'; signature: string; hash?: string }
  | { kind: 'transaction'; raw: string; hash: string }

/** One thing to sign, and by whom. */
export type SignRequest = {
  /** CAIP-10; its network does not count. */
  account: string
  /** What the signer of the account's namespace reads. Never a hash to be signed blindly. */
  request: unknown
}

/**
 * A request in the namespace's own bytes, as unpadded base64url: a message, or what a transaction is signed over. Those bytes
 * are read by the signer, never signed blindly.
 */
export type BytesRequest = { kind: 'message' | 'transaction'; bytes: string }

/** How the accounts of one CAIP-2 namespace come from the root, and what they sign. */
export type KeySigner<Request = never, Prepared = never> = {
  readonly namespace: string
  /** The network by which its accounts are written down. */
  readonly reference: string
  /** The first account of each of its kinds, always in the same order. @param root stays the caller's to zero */
  derive(root: Uint8Array): Promise<readonly DerivedKey[]>
  /** Reads a request by the signing policy, before a key is at hand. @throws IntentRefusedError */
  prepare(request: Request): Prepared
  /**
   * @param privateKey stays the caller's to zero
   * @param account whose key it is, by CAIP-10
   */
  sign(privateKey: Uint8Array, prepared: Prepared, account: string): Signed
  /** The private key as other wallets of the namespace take it. */
  exportKey(privateKey: Uint8Array): string
}

/** A signer as the registry holds it: what it prepares is for itself alone. */
export type AnyKeySigner = KeySigner<unknown, unknown>

/** A signer whose code is loaded once a site or a kit wants its namespace. */
export type LazyKeySigner = {
  readonly namespace: string
  load(): Promise<AnyKeySigner>
}

/** Gives a signer the type that the registry holds. Both ends of a request are one build of one origin. */
export const defineKeySigner = <Request, Prepared>(signer: KeySigner<Request, Prepared>): AnyKeySigner =>
  signer as unknown as AnyKeySigner
