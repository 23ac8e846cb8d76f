import { encodeBase58 } from '@latchkey/std/base58'

/** The data of an instruction is not what its program takes. */
export class UnreadDataError extends Error {
  override name = 'UnreadDataError'
}

/** Reads an instruction's data from the front, numbers with their low byte first. Each throws UnreadDataError when it is too short. */
export type DataReader = {
  u8(): number
  u32(): number
  u64(): bigint
  key(): string
  /** A key that is written after a byte which says whether it is there. */
  optionalKey(): string | null
  /** What is left, as text; undefined where it is none. */
  text(): string | undefined
  /** The rest is passed over. */
  skip(count: number): void
  /** @throws UnreadDataError when something is left */
  end(): void
}

export function readData(data: Uint8Array): DataReader {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (count > data.length - at) throw new UnreadDataError()
    at += count
    return data.subarray(at - count, at)
  }
  const number = (count: number) => take(count).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const key = () => encodeBase58(take(32))
  return {
    u8: () => Number(number(1)),
    u32: () => Number(number(4)),
    u64: () => number(8),
    key,
    optionalKey() {
      const has = Number(number(1))
      if (has > 1) throw new UnreadDataError()
      return has === 1 ? key() : null
    },
    text() {
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(take(data.length - at))
      } catch {
        return undefined
      }
    },
    skip: (count) => void take(count),
    end() {
      if (at !== data.length) throw new UnreadDataError()
    },
  }
}

/** The address at a place of an instruction. @throws UnreadDataError when it names fewer */
export function accountOf(
  { accounts }: { readonly accounts: readonly { readonly address: string }[] },
  place: number,
): string {
  const account = accounts[place]
  if (!account) throw new UnreadDataError()
  return account.address
}
