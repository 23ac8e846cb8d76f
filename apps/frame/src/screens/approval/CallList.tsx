import { Address, Button, Card, Chip, Icon } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import type { CallRow } from '../../approvals/ApprovalView.ts'
import type { MessageKey } from '../../locales/Locale.ts'
import { useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { PhraseText, ValueText } from './ValueText.tsx'

/** Steps that stand there at first; the others are one click away. */
const firstShown = 5

/** Whom a step calls, in full, since addresses are what gets swapped. */
function Parties({ call }: { call: CallRow }): ReactElement {
  const say = useSay()
  const { to, contract, program, value } = call
  const address = (one: string) => <Address value={one} form="long" />
  const parties: readonly (readonly [MessageKey, ReactNode] | undefined)[] = [
    to === undefined ? undefined : ['row.to', to === null ? say('value.newContract') : address(to)],
    contract === undefined ? undefined : ['row.contract', address(contract)],
    program === undefined ? undefined : ['row.program', address(program)],
    value && ['row.value', <ValueText key="value" value={value} />],
  ]
  return (
    <dl className="fr-call-facts">
      {parties.map((party) =>
        party === undefined ? null : (
          <div key={party[0]}>
            <dt className="fr-call-label">{say(party[0])}</dt>
            <dd className="fr-call-value">{party[1]}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function Call({ call, number }: { call: CallRow; number: number }): ReactElement {
  const { tag } = useLocale()
  return (
    <li className="fr-call" data-level={call.level} data-watched>
      <Chip className="fr-call-number">{new Intl.NumberFormat(tag).format(number)}</Chip>
      <p className="fr-call-say">
        {call.level === undefined || call.level === 'info' ? null : <Icon name="alert" size={16} />}
        <span>
          <PhraseText phrase={call.sentence} />
        </span>
      </p>
      <Parties call={call} />
    </li>
  )
}

/** Whether something that a person is warned of would be folded away. */
const hidesDanger = (calls: readonly CallRow[]): boolean =>
  calls.slice(firstShown).some(({ level }) => level === 'danger' || level === 'warning')

/** What is approved together, one row a step, in the order in which it runs. */
export function CallList({ calls }: { calls: readonly CallRow[] }): ReactElement {
  const say = useSay()
  const list = useId()
  const [open, setOpen] = useState(() => hidesDanger(calls))
  const shown = open ? calls : calls.slice(0, firstShown)
  return (
    <Card className="fr-calls">
      <h2 className="fr-label">{say('calls.heading')}</h2>
      <ol id={list} className="fr-call-list">
        {shown.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is what stands at its place.
          <Call key={index} call={call} number={index + 1} />
        ))}
      </ol>
      <span className="fr-end" data-end hidden={shown.length < calls.length} />
      {calls.length <= firstShown ? null : (
        <Button size="small" aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
          {open ? say('calls.fewer') : say('calls.showAll_other', { count: calls.length })}
        </Button>
      )}
    </Card>
  )
}
