import type { ChainNamespace, Connector } from '@latchkey/core'
import { LiveRegion } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { type Sayable, useSay } from '../locales/LocaleContext.tsx'
import { ConnectingHero } from '../parts/ConnectingHero.tsx'
import { ErrorCard } from '../parts/ErrorCard.tsx'
import { RetryButton } from './RetryButton.tsx'
import { type AttemptState, useConnectAttempt } from './useConnectAttempt.ts'
import { useLate } from './useViewWork.ts'

/** An extension that asks shows a window; after this long it may be hidden, ms. */
const SILENCE = 10_000

type Words = { title: Sayable; help: Sayable | undefined }

const WORDS: Readonly<Record<AttemptState, Words>> = {
  waiting: { title: 'connecting.waiting', help: 'connecting.waitingHelp' },
  declined: { title: 'connecting.declined', help: 'connecting.declinedHelp' },
  pending: { title: 'connecting.pending', help: 'connecting.pendingHelp' },
  failed: { title: 'connecting.failed', help: undefined },
}

/** Asks a wallet of this browser, and says how that goes. */
export function ExtensionAttempt(props: {
  connector: Connector
  namespace?: ChainNamespace | undefined
}): ReactElement {
  const { connector, namespace } = props
  const { id, name, icon } = connector
  const say = useSay()
  const { state, error, retry } = useConnectAttempt({ connectorId: id, namespace })
  const isSilent = useLate(state === 'waiting', SILENCE)
  const words = WORDS[state]
  const help = isSilent ? 'connecting.silentHelp' : words.help
  const title = say(words.title, { name })
  return (
    <>
      <ConnectingHero
        name={name}
        icon={icon}
        waiting={state === 'waiting'}
        title={title}
        help={help && say(help, { name })}
      />
      {state === 'failed' ? (
        <ErrorCard error={error} action={{ label: say('shell.tryAgain'), onClick: retry }} />
      ) : null}
      {state === 'declined' || state === 'pending' ? <RetryButton onClick={retry} /> : null}
      <LiveRegion message={`${title}. ${help ? say(help, { name }) : ''}`} />
    </>
  )
}
