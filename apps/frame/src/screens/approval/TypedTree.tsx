import type { TypedNode } from '@latchkey/chain-evm/decode/model'
import { Address, Card, Disclosure } from '@latchkey/ui'
import type { ReactElement } from 'react'
import type { MessageKey } from '../../locales/Locale.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { visibleText } from '../../site/visibleText.ts'

function Leaf({ type, value }: { type: string; value: string }): ReactElement {
  const say = useSay()
  if (type === 'address') return <Address value={value} form="long" />
  if (type === 'bool') return <>{say(value === 'true' ? 'value.yes' : 'value.no')}</>
  if (value === '') return <span className="lk-dim">{say('value.empty')}</span>
  return <bdi className={type === 'string' ? undefined : 'lk-mono'}>{visibleText(value)}</bdi>
}

function Node({ node }: { node: TypedNode }): ReactElement {
  const label = (
    <span className="fr-tree-name">
      <bdi>{node.name}</bdi> <span className="fr-tree-type">{node.type}</span>
    </span>
  )
  if ('value' in node)
    return (
      <li className="fr-tree-leaf">
        {label}
        <span className="fr-tree-value">
          <Leaf type={node.type} value={node.value} />
        </span>
      </li>
    )
  return (
    <li>
      {label}
      <Nodes nodes={node.children} />
    </li>
  )
}

function Nodes({ nodes }: { nodes: readonly TypedNode[] }): ReactElement {
  const say = useSay()
  if (nodes.length === 0) return <p className="fr-tree-empty">{say('value.empty')}</p>
  return (
    <ul className="fr-tree">
      {nodes.map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the type is the identity of a member.
        <Node key={index} node={node} />
      ))}
    </ul>
  )
}

export type TypedTreeProps = { heading: MessageKey; node: TypedNode; folded?: boolean }

/** Typed data as a tree in the order of its types: every leaf that is signed. */
export function TypedTree({ heading, node, folded = false }: TypedTreeProps): ReactElement {
  const say = useSay()
  const nodes = <Nodes nodes={'children' in node ? node.children : [node]} />
  if (folded) return <Disclosure summary={say(heading)}>{nodes}</Disclosure>
  return (
    <Card data-watched>
      <h2 className="fr-label">{say(heading)}</h2>
      {nodes}
    </Card>
  )
}
