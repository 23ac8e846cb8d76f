import { activeAccount, attemptStateOf, type Config, codeOf, reset } from '@latchkey/core'
import {
  isNameLabel,
  labelOf,
  NameRegistrationError,
  type NameSuggestion,
  nameFormOf,
  nameZoneOf,
  registerAccountName,
  suggestNames,
} from '@latchkey/core/names'
import { useAccount, useConfig } from '@latchkey/react'
import { useSlice } from '@latchkey/react/provider'
import {
  Address,
  Avatar,
  Banner,
  Button,
  CopyButton,
  LiveRegion,
  Skeleton,
  Spinner,
  TextField,
} from '@latchkey/ui'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { type HomeSayable, useHomeSay } from '../../locales/useHomeSay.ts'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import css from './names.css?inline'

/** How long nothing is typed before the service is asked, ms. */
const PAUSE = 500

/** The zone of the service's names; undefined while it is asked for, null where there is none. */
function useZone(): string | null | undefined {
  const config = useConfig()
  const [zone, setZone] = useState<string | null>()
  useEffect(() => {
    let isLeft = false
    void nameZoneOf(config).then((found) => {
      if (!isLeft) setZone(found ?? null)
    })
    return () => {
      isLeft = true
    }
  }, [config])
  return zone
}

type Told = { label: string; suggestions: readonly NameSuggestion[] | 'unread' }

/** What the service says of a label; undefined while nobody has said anything of this one. */
function useSuggestions(label: string, zone: string): Told['suggestions'] | undefined {
  const config = useConfig()
  const [told, setTold] = useState<Told>()
  useEffect(() => {
    if (!isNameLabel(label)) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      suggestNames(config, { label, zone, signal }).then(
        (suggestions) => !signal.aborted && setTold({ label, suggestions }),
        () => !signal.aborted && setTold({ label, suggestions: 'unread' }),
      )
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [config, label, zone])
  return told?.label === label ? told.suggestions : undefined
}

/** Chooses a name for the account, and has the wallet sign for it. */
export function RegisterAccountNameView(): ReactElement {
  const zone = useZone()
  const say = useHomeSay()
  if (zone === undefined)
    return (
      <div className="lk-stack" data-gap="16" aria-busy="true">
        <Skeleton shape="box" height={44} />
        <Skeleton shape="box" height={72} />
      </div>
    )
  if (zone === null) return <Banner title={say('name.off')}>{say('name.offHelp')}</Banner>
  return <NameForm zone={zone} />
}

function NameForm({ zone }: { zone: string }): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  const { label, isRegistering, error } = useSlice(nameFormOf(config))
  const suggestions = useSuggestions(label, zone)
  const [isTried, setTried] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const write = (text: string) => nameFormOf(config).setState({ label: labelOf(text), error: undefined })
  const known = suggestions === 'unread' ? undefined : suggestions
  const isTaken = known?.[0]?.isTaken === true
  const others = (known ?? []).filter((one) => one.label !== label && !one.isTaken)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isRegistering) return
    if (isNameLabel(label) && !isTaken) void register(config, `${label}.${zone}`)
    else input.current?.focus()
  }
  return (
    <form className="lk-stack" data-gap="16" noValidate onSubmit={submit}>
      <StyleSheet css={css} />
      <p className="lk-small lk-dim">{say('name.intro')}</p>
      <TextField
        ref={input}
        label={say('name.field')}
        className="lk-name-field"
        value={label}
        maxLength={63}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        readOnly={isRegistering}
        onChange={({ target }) => write(target.value)}
        action={
          <bdi className="lk-name-zone" dir="ltr">
            .{zone}
          </bdi>
        }
        {...useFieldWords({ label, zone, suggestions, isTried })}
      />
      <Others others={others} onChoose={(chosen) => write(chosen)} />
      {suggestions === 'unread' ? (
        <Banner tone="warning" role="status" title={say('name.unread')}>
          {say('name.unreadHelp')}
        </Banner>
      ) : null}
      <NameProblem error={error} />
      <Button variant="primary" type="submit" loading={isRegistering}>
        {say('name.register')}
      </Button>
      {isRegistering ? <p className="lk-small lk-dim lk-center">{say('name.sign')}</p> : null}
      <LiveRegion message={isRegistering ? say('name.sign') : ''} />
    </form>
  )
}

type FieldWords = {
  label: string
  zone: string
  suggestions: Told['suggestions'] | undefined
  isTried: boolean
}

/** What stands below the field: the rule, what is wrong, or whether the name is free. */
function useFieldWords({ label, zone, suggestions, isTried }: FieldWords) {
  const say = useHomeSay()
  const name = `${label}.${zone}`
  if (/[^a-z0-9-]/.test(label)) return { error: say('name.bad') }
  // Nothing is called wrong while it is being written.
  if (!isNameLabel(label)) return isTried ? { error: say('name.short') } : { hint: say('name.rule') }
  if (suggestions === 'unread') return { hint: say('name.rule') }
  if (!suggestions)
    return {
      hint: (
        <span className="lk-name-hint">
          <Spinner size={16} /> {say('name.looking')}
        </span>
      ),
      'aria-busy': true,
    }
  if (suggestions[0]?.isTaken) return { error: say('name.taken', { name }) }
  return {
    hint: (
      <span className="lk-name-hint" data-free role="status">
        {say('name.free', { name })}
      </span>
    ),
  }
}

function Others({
  others,
  onChoose,
}: {
  others: readonly NameSuggestion[]
  onChoose: (label: string) => void
}): ReactElement | null {
  const say = useHomeSay()
  if (others.length === 0) return null
  return (
    <section>
      <h3 className="lk-group">{say('name.others')}</h3>
      <ul className="lk-name-others" aria-label={say('name.others')}>
        {others.map(({ label }) => (
          <li key={label}>
            <button type="button" className="lk-pill" dir="ltr" onClick={() => onChoose(label)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asks the wallet, and leads to what came of it. A failure is told by the form, which is where the modal is then. */
async function register(config: Config, name: string): Promise<void> {
  try {
    const { address } = activeAccount(config)
    await registerAccountName(config, name)
    // It is no name of another account that has come meanwhile.
    if (activeAccount(config).address !== address) return
    const isHere = config.router.getState().stack.some((entry) => entry.name === 'RegisterAccountName')
    if (isHere) reset(config, { name: 'RegisterAccountNameSuccess' })
  } catch {
    // It stands in the form's store.
  }
}

type Words = { title: HomeSayable; help: HomeSayable }

/** Words by the code of the service. */
const WORDS: Readonly<Record<number, Words>> = {
  4761: { title: 'name.reserved', help: 'name.reservedHelp' },
  4762: { title: 'name.takenTitle', help: 'name.takenHelp' },
  4763: { title: 'name.owned', help: 'name.ownedHelp' },
  4764: { title: 'name.proof', help: 'name.proofHelp' },
}

function NameProblem({ error }: { error: unknown }): ReactElement | null {
  const say = useHomeSay()
  if (error === undefined) return null
  const state = attemptStateOf(error)
  if (state === 'declined') return <Banner role="status" title={say('name.declined')} />
  if (state === 'pending') return <Banner tone="warning" role="alert" title={say('name.pending')} />
  if (codeOf(error) !== NameRegistrationError.code) return <ErrorCard error={error} />
  const { cause } = error as { cause?: unknown }
  const { title, help } = WORDS[codeOf(cause) ?? 0] ?? { title: 'name.failed', help: 'name.failedHelp' }
  return (
    <Banner tone="danger" role="alert" title={say(title)}>
      {say(help)}
    </Banner>
  )
}

/** What the account goes by now. */
export function RegisterAccountNameSuccessView(): ReactElement {
  const config = useConfig()
  const { address = '', profileName = '', profileImage } = useAccount()
  const say = useHomeSay()
  const shell = useSay()
  return (
    <div className="lk-name-done">
      <StyleSheet css={css} />
      <Avatar seed={address} size={72} src={profileImage} />
      <p className="lk-small lk-dim" role="status">
        {say('name.done')}
      </p>
      <CopyButton
        variant="inline"
        value={profileName}
        label={`${profileName}. ${say('name.copy')}`}
        copiedLabel={shell('shell.copied')}
        failedLabel={shell('shell.copyFailed')}
      >
        <bdi className="lk-name-own" dir="ltr">
          {profileName}
        </bdi>
      </CopyButton>
      <Address value={address} />
      <p className="lk-small lk-dim">{say('name.doneHelp')}</p>
      <Button variant="primary" onClick={() => reset(config, { name: 'Account' })}>
        {say('name.close')}
      </Button>
    </div>
  )
}
