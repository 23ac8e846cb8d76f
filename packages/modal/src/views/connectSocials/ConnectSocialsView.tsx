import { socialProviders } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { Banner, Row, SocialMark } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { socialName } from '../../social/socialNames.ts'
import { useSocialStart } from '../../social/useSocialStart.ts'

/** Every network that one can sign in with here. */
export function ConnectSocialsView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const providers = socialProviders(config, useSlice(config.features))
  const { start, ahead } = useSocialStart()
  if (providers.length === 0) return <Banner title={say('connect.none')}>{say('connect.noneHelp')}</Banner>
  return (
    <div className="lk-stack">
      {providers.map((provider) => (
        <Row
          key={provider}
          {...ahead}
          icon={<SocialMark provider={provider} />}
          label={say('connect.social', { name: socialName(provider) })}
          onClick={() => start(provider)}
        />
      ))}
    </div>
  )
}
