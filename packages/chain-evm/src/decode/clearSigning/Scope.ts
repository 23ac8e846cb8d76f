import type { Address } from 'viem'
import type { DataLeaf } from './DataNode.ts'
import type { PinnedToken } from './Descriptor.ts'
import type { FieldPath } from './fieldPath.ts'
import type { Found } from './readPath.ts'

/** A call within a call, whose bytes a field holds. */
export type InnerCall = { from: Address; to: Address; value: bigint; data: `0x${string}` }

/** What surrounds the data: of a transaction, or of typed data ("Container structure values"). */
export type Container = { chainId: number; from: Address; to: Address; value: bigint }

/** Everything that formatting one call or message needs. */
export type Scope = {
  readonly container: Container
  readonly root: Found
  /** What this build calls an address; null: nothing. */
  nameOf(address: Address): string | null
  /** What this build knows of a token; null: nothing. */
  tokenOf(address: Address): PinnedToken | null
  /** Takes a call within the call. Throws when it cannot be told what it does. */
  readonly onCall: (call: InnerCall) => void
  /** Places that were shown, or that helped to show something. */
  readonly covered: Set<string>
}

/** A value of the container; undefined for a path that leads elsewhere. */
export function containerLeaf({ container }: Scope, path: FieldPath): DataLeaf | undefined {
  const [step, ...rest] = path.steps
  if (path.root !== 'container' || !step || rest.length > 0 || !('name' in step)) return undefined
  switch (step.name) {
    case 'chainId':
      return { kind: 'integer', value: BigInt(container.chainId) }
    case 'value':
      return { kind: 'integer', value: container.value }
    case 'from':
    case 'to':
      return { kind: 'address', value: container[step.name] }
    default:
      return undefined
  }
}

export const containerPlace = ({ steps: [step] }: FieldPath): string =>
  `@.${step && 'name' in step ? step.name : ''}`
