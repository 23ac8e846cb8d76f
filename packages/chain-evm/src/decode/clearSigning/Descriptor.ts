import type { AbiFunction, Address } from 'viem'
import type { PinnedToken } from '../model.ts'

/** One contract on one network. */
export type Deployment = { readonly chainId: number; readonly address: Address }

/** Contracts that a factory made, which it told by an event. */
export type Factory = { readonly deployEvent: string; readonly deployments: readonly Deployment[] }

/** What must hold before a descriptor says anything; all of it. */
export type DescriptorContext =
  | { kind: 'contract'; deployments: readonly Deployment[] | null; factory: Factory | null }
  | {
      kind: 'eip712'
      deployments: readonly Deployment[] | null
      domain: Readonly<Record<string, string | number>>
      domainSeparator: string | null
    }

/** A literal of the descriptor. */
export type Literal = string | number | boolean

/** A parameter's value: a literal, a path, or an entry of a map under the value at a path. */
export type Source =
  | { kind: 'literal'; value: Literal }
  | { kind: 'path'; path: FieldPath }
  | { kind: 'map'; values: Readonly<Record<string, Literal>>; path: FieldPath }

/** What a format needs, such as the token of an amount. */
export type FormatParams = {
  readonly sources: Readonly<Record<string, Source>>
  readonly lists: Readonly<Record<string, readonly Literal[]>>
  /** Words for values. */
  readonly entries: Readonly<Record<string, string>> | null
}

export type FormatName =
  | 'raw'
  | 'amount'
  | 'tokenAmount'
  | 'tokenTicker'
  | 'nftName'
  | 'date'
  | 'duration'
  | 'unit'
  | 'enum'
  | 'chainId'
  | 'addressName'
  | 'calldata'

/** How long bytes may be, such as those of a route: `first` of them, and then `each` once or more. */
export type BytesSize = { readonly first: number; readonly each: number }

/** `mustHaveSize` is a rule of our own: the standard has none for the length of bytes. */
export type Visibility =
  | { rule: 'always' | 'optional' | 'never' }
  | { rule: 'ifNotIn' | 'mustMatch'; values: readonly Literal[] }
  | { rule: 'mustHaveSize'; size: BytesSize }

/** How one value, or each of an array, is shown. */
export type FieldFormat = {
  readonly kind: 'field'
  readonly label: string
  readonly format: FormatName
  readonly of: { path: FieldPath } | { value: Literal }
  readonly params: FormatParams
  readonly visible: Visibility
}

export type FieldGroup = {
  readonly kind: 'group'
  readonly path: FieldPath | null
  /** `bundled`: the arrays in it are shown element by element, side by side. */
  readonly bundled: boolean
  readonly fields: readonly FieldNode[]
}

export type FieldNode = FieldFormat | FieldGroup

/** How one function or one type of message is shown. */
export type MessageFormat = {
  readonly intent: string
  readonly interpolatedIntent: string | null
  readonly fields: readonly FieldNode[]
  /** Paths that must be shown. */
  readonly required: readonly FieldPath[]
  /** Paths that nobody needs to see. */
  readonly excluded: readonly FieldPath[]
}

export type CallFormat = MessageFormat & { readonly selector: string; readonly abi: AbiFunction }

export type TypedFormat = MessageFormat & { readonly encodeType: string }

/** A descriptor of ERC-7730, read. */
export type Descriptor = {
  readonly context: DescriptorContext
  readonly owner: string
  readonly contractName: string | null
  readonly token: PinnedToken | null
  readonly calls: readonly CallFormat[]
  readonly messages: readonly TypedFormat[]
}

/** A step of a path: a member, an element (counted from the end when negative), or a range of elements or bytes. */
export type PathStep = { name: string } | { index: number } | { from: number | null; to: number | null }

/** A path of ERC-7730. `data`: the structured data; `file`: the descriptor; `container`: the transaction or message. */
export type FieldPath = { readonly root: 'data' | 'file' | 'container'; readonly steps: readonly PathStep[] }
