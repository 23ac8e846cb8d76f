/** Names of accounts on one CAIP-2 namespace. Null: there is none. */
export type NameAbilityOn<Network> = {
  /** Whether a text has the form of a name. */
  isName(text: string): boolean
  /** The address that a name stands for. */
  resolve(params: NameQuestion<Network> & { name: string }): Promise<string | null>
  /** The name that an address goes by, if it leads back to the address. */
  lookUp(params: NameQuestion<Network> & { address: string }): Promise<string | null>
  /** The address that a name holds for another coin (ENSIP-9), as bytes. @param params `coinType`: of SLIP-44 */
  readRecord?(params: NameQuestion<Network> & { name: string; coinType: number }): Promise<Uint8Array | null>
}
/** How names of another namespace hold an address of this one (ENSIP-9). */
export type NameRecord = {
  /** SLIP-44. */
  coinType: number
  /** Whether a name may be looked up there at all: one that a service of this namespace gives out may not. */
  follows(name: string): boolean
  /** The address; undefined: the bytes are none. */
  addressOf(bytes: Uint8Array): string | undefined
}
type NameQuestion<Network> = { networks: readonly Network[]; signal?: AbortSignal }
